import type { OrganizationSettings } from '../../../contract/organizations.ts';
import type { Config } from '../../config.ts';
import type { Mail } from '../../platform/mail/mail.ts';

/** The base of links in mail: the configured address, else that of this machine. */
export const publicBase = ({ publicUrl, tls, port }: Pick<Config, 'publicUrl' | 'tls' | 'port'>): string =>
  publicUrl ?? `${tls === null ? 'http' : 'https'}://localhost:${port}`;

/**
 * Who mail of an organization is from; document 1, Organization, `email_from_name` and the two after it.
 * Without an address of its own it comes from one of the service's host, and answers go to its support.
 */
export function senderOf(
  settings: OrganizationSettings,
  config: Pick<Config, 'publicUrl' | 'tls' | 'port'>,
): Pick<Mail, 'from' | 'replyTo'> {
  const address = settings.email_from_address || `no-reply@${new URL(publicBase(config)).hostname}`;
  return {
    from: { name: settings.email_from_name, address },
    replyTo: settings.email_reply_to_address || settings.support_email || null,
  };
}

import type { OrganizationSettings } from '../../../contract/organizations.ts';
import type { Config } from '../../config.ts';
import type { Mail } from '../../platform/mail/mail.ts';

/** The base of links in mail: the configured address, else that of this machine. */
export const getPublicBaseUrl = ({
  publicUrl,
  tls,
  port,
}: Pick<Config, 'publicUrl' | 'tls' | 'port'>): string =>
  publicUrl ?? `${tls === null ? 'http' : 'https'}://localhost:${port}`;

/** Whether mail may come from an address: from any address where the operator names no domains. */
export function mayMailFrom(address: string, { mailDomains }: Pick<Config, 'mailDomains'>): boolean {
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
  return mailDomains === null || mailDomains.includes(domain);
}

/**
 * The sender of an organization's mail; document 1, Organization, `email_from_name` and the two after it. Without an
 * address of its own, or with one that the service may not use, the mail comes from an address of the service's host,
 * and answers go to the organization's support.
 */
export function getMailSender(
  settings: OrganizationSettings,
  config: Pick<Config, 'publicUrl' | 'tls' | 'port' | 'mailDomains'>,
): Pick<Mail, 'from' | 'replyTo'> {
  const own = settings.email_from_address;
  const address =
    own !== '' && mayMailFrom(own, config) ? own : `no-reply@${new URL(getPublicBaseUrl(config)).hostname}`;
  return {
    from: { name: settings.email_from_name, address },
    replyTo: settings.email_reply_to_address || settings.support_email || null,
  };
}

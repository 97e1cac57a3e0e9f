import type { SmtpServer } from '../platform/mail/smtp.ts';
import { ConfigError, type Environment } from './environment.ts';
import { loopbackHosts, stripBrackets } from './values.ts';

export interface MailSettings {
  /** The mail server; null: mail is written to `outbox` in `dataDir`. */
  smtp: SmtpServer | null;
  /** Domains from which organizations may let their mail come; null: any. */
  mailDomains: string[] | null;
}

/** How mail is sent. Error: ConfigError. */
export const readMail = (environment: Environment): MailSettings => ({
  smtp: readSmtp(environment.SMTP_URL),
  mailDomains: readMailDomains(environment.MAIL_DOMAINS),
});

/** `smtp://user:password@host:587` (STARTTLS, which is optional only for a server on this machine) or `smtps://…:465`. */
function readSmtp(value: string | undefined): SmtpServer | null {
  if (!value) return null;
  const url = URL.parse(value);
  const isPlain = url !== null && ['', '/'].includes(url.pathname) && `${url.search}${url.hash}` === '';
  if (!isPlain || !['smtp:', 'smtps:'].includes(url.protocol) || url.hostname === '') {
    // The value may contain a password, so the message does not show it.
    throw new ConfigError(
      'SMTP_URL is not an address. Write it as smtp://user:password@mail.example.org:587.',
    );
  }
  if ((url.username === '') !== (url.password === '')) {
    throw new ConfigError('SMTP_URL: user and password belong together. Write both or neither.');
  }
  const host = stripBrackets(url.hostname);
  const secure = url.protocol === 'smtps:';
  return {
    host,
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    tlsRequired: !loopbackHosts.includes(host),
    auth: url.username === '' ? null : { user: decodePart(url.username), pass: decodePart(url.password) },
  };
}

function readMailDomains(value: string | undefined): string[] | null {
  if (!value) return null;
  const domains = value.split(',').map((entry) => entry.trim().toLowerCase());
  const wrong = domains.find((domain) => !/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(domain));
  if (wrong === undefined) return domains;
  throw new ConfigError(`MAIL_DOMAINS: ${wrong} is not a domain. Write it as example.org,example.com.`);
}

function decodePart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new ConfigError('SMTP_URL: write % in user or password as %25.');
  }
}

import { PermanentFailure } from '../jobs/kind.ts';
import type { Mail, MailSender } from './mail.ts';
import { toMessage } from './message.ts';

/** The mail server. */
export interface SmtpServer {
  host: string;
  port: number;
  /** True: TLS from the first byte. False: STARTTLS. */
  secure: boolean;
  /** False: the connection may stay unencrypted, which is allowed only for a server on this machine. */
  tlsRequired: boolean;
  auth: { user: string; pass: string } | null;
}

/** Milliseconds to wait for a server that does not answer. */
const timeout = 20_000;

/** Sends mail through an SMTP server, with one connection for each mail. */
export function createSmtpSender({ host, port, secure, tlsRequired, auth }: SmtpServer): MailSender {
  return {
    async send(mail: Mail): Promise<void> {
      // Loaded for the first mail, so that the service starts faster.
      const { createTransport } = await import('nodemailer');
      const transport = createTransport({
        host,
        port,
        secure,
        requireTLS: tlsRequired && !secure,
        ignoreTLS: !tlsRequired && !secure,
        ...(auth && { auth }),
        connectionTimeout: timeout,
        greetingTimeout: timeout,
        socketTimeout: timeout,
      });
      try {
        await transport.sendMail(toMessage(mail));
      } catch (error) {
        throw isPermanent(error) ? refusedForGood(error) : error;
      } finally {
        transport.close();
      }
    },
  };
}

/** Commands for which a 5xx answer concerns this mail; for others it concerns the connection or the account. */
const aboutTheMail = ['MAIL FROM', 'RCPT TO', 'DATA'];
/**
 * The server demands authentication or TLS (RFC 4954, 3207): the settings are wrong, and mail waits until they are
 * corrected.
 */
const aboutUs = [530, 534, 535, 538];

interface SmtpError extends Error {
  responseCode?: number;
  command?: string;
}

const isPermanent = (error: unknown): error is SmtpError =>
  error instanceof Error &&
  Number((error as SmtpError).responseCode) >= 500 &&
  !aboutUs.includes(Number((error as SmtpError).responseCode)) &&
  aboutTheMail.includes(String((error as SmtpError).command));

const refusedForGood = (error: SmtpError) =>
  new PermanentFailure(`The mail server refused this mail: ${error.message}`, { cause: error });

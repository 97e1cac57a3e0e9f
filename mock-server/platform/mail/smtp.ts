import { PermanentFailure } from '../jobs/kind.ts';
import type { Mail, MailSender } from './mail.ts';
import { messageOf } from './message.ts';

/** Where mail is handed over. */
export interface SmtpServer {
  host: string;
  port: number;
  /** TLS from the first byte; otherwise it is begun by STARTTLS. */
  secure: boolean;
  /** False: the line may stay plain, which is for a server on this machine alone. */
  tlsRequired: boolean;
  auth: { user: string; pass: string } | null;
}

/** Milliseconds until a server that says nothing is given up. */
const timeout = 20_000;

/** Hands mail to an SMTP server, on a connection for each. */
export function smtpSender({ host, port, secure, tlsRequired, auth }: SmtpServer): MailSender {
  return {
    async send(mail: Mail): Promise<void> {
      // Loaded when the first mail goes out: the service starts without it.
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
        await transport.sendMail(messageOf(mail));
      } catch (error) {
        throw isPermanent(error) ? refusedForGood(error) : error;
      } finally {
        transport.close();
      }
    },
  };
}

/** Steps of a delivery at which a 5xx is about this mail; anywhere else it is about the connection or the account. */
const aboutTheMail = ['MAIL FROM', 'RCPT TO', 'DATA'];
/** The server wants to know who we are, or TLS (RFC 4954, 3207): the settings are wrong, and mail waits until they are right. */
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

import { EventEmitter, once } from 'node:events';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { callbackify } from 'node:util';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import type { SmtpServer } from '../../../mock-server/platform/mail/smtp.ts';
import { timeouts } from '../run/timeouts.ts';

const openToAll: SMTPServerOptions = { authOptional: true, disabledCommands: ['STARTTLS'] };

export interface MailServerOptions {
  /** The port, for example of an earlier server; default: any free port. */
  port?: number;
  /** Recipients that the server does not know. */
  refuse?: readonly string[];
  /** Accepts mails without confirming them until `speak` is called. */
  isSilent?: boolean;
  /** Offers STARTTLS, and accepts mails only from clients that have signed in with this account over TLS. */
  account?: { user: string; pass: string; cert: string; key: string };
}

/** A mail server on this machine that keeps its mails. */
export class MailServer {
  readonly mails: Email[] = [];
  readonly port: number;
  readonly #server: SMTPServer;
  readonly #arrivals = new EventEmitter();
  /** The confirmations of mails that were accepted in silence. */
  readonly #unsaid: (() => void)[] = [];

  private constructor(server: SMTPServer, port: number) {
    this.#server = server;
    this.port = port;
  }

  static async start({
    port = 0,
    refuse = [],
    isSilent = false,
    account,
  }: MailServerOptions = {}): Promise<MailServer> {
    const options: SMTPServerOptions = {
      ...(account ? { cert: account.cert, key: account.key } : openToAll),
      // Clients that still wait when the server stops get no answer.
      closeTimeout: 100,
      onAuth: ({ username, password }, _session, done) => {
        const isRight = username === account?.user && password === account?.pass;
        done(isRight ? null : new Error('Authentication failed'), { user: username });
      },
      onRcptTo: ({ address }, _session, done) => {
        if (!refuse.includes(address)) return done();
        done(Object.assign(new Error('No such mailbox here'), { responseCode: 550 }));
      },
      onData: (stream, _session, done) => {
        const taken = isSilent ? () => void started.#unsaid.push(done) : done;
        callbackify(() => started.#keep(stream))(taken);
      },
    };
    const server = new SMTPServer(options);
    const listener = server.listen(port, '127.0.0.1');
    await once(listener, 'listening');
    const address = listener.address();
    if (address === null || typeof address === 'string') throw new Error('The mail server has no port.');
    const started = new MailServer(server, address.port);
    return started;
  }

  /** The settings of a service that sends its mails through this server. */
  get smtp(): SmtpServer {
    return { host: '127.0.0.1', port: this.port, secure: false, tlsRequired: false, auth: null };
  }

  /** Confirms the mails that were accepted in silence. */
  speak(): void {
    for (const say of this.#unsaid.splice(0)) say();
  }

  async #keep(stream: Readable): Promise<void> {
    this.mails.push(await PostalMime.parse(await buffer(stream)));
    this.#arrivals.emit('mail');
  }

  /** Waits for `count` mails to an address, and returns them. Error: when they do not come, or more of them come. */
  async mailsTo(address: string, count = 1): Promise<Email[]> {
    const signal = AbortSignal.timeout(timeouts.step);
    for (;;) {
      const found = this.mails.filter((mail) => mail.to?.some((to) => to.address === address));
      if (found.length > count) throw new Error(`${found.length} mails came to ${address}.`);
      if (found.length === count) return found;
      await once(this.#arrivals, 'mail', { signal });
    }
  }

  async stop(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }
}

/** The secret of an invitation, or of a link to reset a password, in a mail. */
export function secretIn(mail: Email | undefined): string {
  const secret = /\/welcome\?organization=[0-9a-z]+(?:&reset=1)?#([0-9a-z]+)/.exec(mail?.text ?? '')?.[1];
  if (secret === undefined) throw new Error(`No invitation in: ${mail?.text}`);
  return secret;
}

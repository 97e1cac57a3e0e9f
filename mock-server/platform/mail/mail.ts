/** An address with the name of who is behind it; the name may be empty. */
export interface Mailbox {
  name: string;
  address: string;
}

export interface Mail {
  from: Mailbox;
  to: Mailbox;
  replyTo: string | null;
  subject: string;
  text: string;
  html: string;
}

/** Brings mail on its way. */
export interface MailSender {
  /** Resolves when the next server has taken it. Errors: `PermanentFailure` when it never will, else what went wrong. */
  send(mail: Mail): Promise<void>;
}

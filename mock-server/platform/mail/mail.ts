/** An e-mail address with a display name, which may be empty. */
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
  /** The address that unsubscribes the person with one request (RFC 8058), for mail that nobody has just asked for. */
  unsubscribe?: string;
}

/** Sends mail. */
export interface MailSender {
  /** Resolves when the mail server has accepted it. Errors: `PermanentFailure` when it never will; others may be tried again. */
  send(mail: Mail): Promise<void>;
}

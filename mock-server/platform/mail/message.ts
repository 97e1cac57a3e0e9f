import type { SendMailOptions } from 'nodemailer';
import type { Mail } from './mail.ts';

/** Line ends and other control characters: in a header they could begin another one. */
const control = /\p{Cc}+/gu;
const oneLine = (text: string): string => text.replace(control, ' ').trim();

/** A mail as the library takes it, with nothing in it that could be read as more than text. */
export const messageOf = (mail: Mail): SendMailOptions => ({
  from: { name: oneLine(mail.from.name), address: oneLine(mail.from.address) },
  to: { name: oneLine(mail.to.name), address: oneLine(mail.to.address) },
  ...(mail.replyTo !== null && { replyTo: { name: '', address: oneLine(mail.replyTo) } }),
  subject: oneLine(mail.subject),
  text: mail.text,
  html: mail.html,
  // No answer of a machine comes back to it; RFC 3834.
  headers: { 'Auto-Submitted': 'auto-generated' },
  disableFileAccess: true,
  disableUrlAccess: true,
});

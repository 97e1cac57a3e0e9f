import type { SendMailOptions } from 'nodemailer';
import type { Mail } from './mail.ts';

/** Control characters, including line ends, which could begin another header. */
const control = /\p{Cc}+/gu;
const toSingleLine = (text: string): string => text.replace(control, ' ').trim();

/** A mail in the form that the library takes; names and subject can't add headers. */
export const toMessage = (mail: Mail): SendMailOptions => ({
  from: { name: toSingleLine(mail.from.name), address: toSingleLine(mail.from.address) },
  to: { name: toSingleLine(mail.to.name), address: toSingleLine(mail.to.address) },
  ...(mail.replyTo !== null && { replyTo: { name: '', address: toSingleLine(mail.replyTo) } }),
  subject: toSingleLine(mail.subject),
  text: mail.text,
  html: mail.html,
  // Asks other machines to send no automatic replies; RFC 3834.
  headers: {
    'Auto-Submitted': 'auto-generated',
    ...(mail.unsubscribe !== undefined && {
      'List-Unsubscribe': `<${mail.unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
  },
  disableFileAccess: true,
  disableUrlAccess: true,
});

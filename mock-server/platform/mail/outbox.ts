import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Mail, MailSender } from './mail.ts';
import { toMessage } from './message.ts';

/** Writes each mail as an .eml file, which mail programs open; used when no mail server is configured. */
export function createOutboxSender(directory: string): MailSender {
  return {
    async send(mail: Mail): Promise<void> {
      const { createTransport } = await import('nodemailer');
      const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
      const { message } = await transport.sendMail(toMessage(mail));
      if (!Buffer.isBuffer(message)) throw new Error('The mail could not be written completely.');
      await mkdir(directory, { recursive: true, mode: 0o700 });
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}`;
      const temporary = join(directory, `.${name}.part`);
      // Only the owner may read the files: a mail may contain the secret of an invitation.
      await writeFile(temporary, message, { mode: 0o600, flush: true });
      await rename(temporary, join(directory, `${name}.eml`));
    },
  };
}

import { afterAll, expect, it } from 'vitest';
import { MailServer, secretIn } from '../setup/servers/mail-server.ts';
import { addSomebody } from './setup/invitation.ts';
import { Product } from './setup/product.ts';

const mail = await MailServer.start();
const product = await Product.start({ smtpUrl: `smtp://127.0.0.1:${mail.port}` });
afterAll(async () => {
  await product.close();
  await mail.stop();
});

it('the built service hands its mail to an SMTP server', async () => {
  const email = await addSomebody(product, 'noor.mail');
  const [invitation] = await mail.mailsTo(email);
  expect(invitation?.text).toContain('Your user ID is noor.mail.');
  expect(secretIn(invitation)).toMatch(/^[0-9a-z]{90}$/);
});

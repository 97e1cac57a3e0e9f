import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import fc from 'fast-check';
import PostalMime from 'postal-mime';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { PermanentFailure } from '../../mock-server/platform/jobs/kind.ts';
import type { Mail } from '../../mock-server/platform/mail/mail.ts';
import { createOutboxSender } from '../../mock-server/platform/mail/outbox.ts';
import { createSmtpSender } from '../../mock-server/platform/mail/smtp.ts';
import { fill, fillTemplate } from '../../mock-server/platform/mail/templates.ts';
import { escapeHtml } from '../../mock-server/platform/markup.ts';
import { localhostCertificate } from '../fixtures/localhost.ts';
import { anyCharacter } from '../setup/any-character.ts';
import { MailServer } from '../setup/servers/mail-server.ts';

const mail: Mail = {
  from: { name: 'Müller & Söhne', address: 'apps@example.org' },
  to: { name: 'Åsa “A” Öst', address: 'asa@example.org' },
  replyTo: 'help@example.org',
  subject: 'Grüße',
  text: 'Zeile eins\nZeile zwei',
  html: '<p>Zeile eins</p>',
};

describe('the outbox', () => {
  test('holds each mail as a file that mail programs open, readable only by its owner', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'appshelf-test-'));
    const directory = join(folder, 'outbox');
    const sender = createOutboxSender(directory);
    await Promise.all([sender.send(mail), sender.send(mail)]);
    const files = await readdir(directory);
    expect(files).toHaveLength(2);
    for (const file of files) {
      expect(file).toMatch(/^[\dTZ.-]+-[\da-f]{8}\.eml$/);
      expect((await stat(join(directory, file))).mode & 0o777).toBe(0o600);
      const read = await PostalMime.parse(await readFile(join(directory, file)));
      expect(read).toMatchObject({ subject: mail.subject, from: mail.from, to: [mail.to] });
      expect(read.text?.trim()).toBe(mail.text);
    }
    await rm(folder, { recursive: true });
  });
});

describe('mail over SMTP', () => {
  test('keeps what names and subjects say in their own header, whatever is in them', async () => {
    const server = await MailServer.start();
    try {
      await fc.assert(
        fc.asyncProperty(fc.string(), fc.string({ unit: anyCharacter }), async (name, subject) => {
          await createSmtpSender(server.smtp).send({ ...mail, subject, to: { ...mail.to, name } });
          const read = server.mails.pop();
          expect(read?.to?.map(({ address }) => address)).toEqual([mail.to.address]);
          expect(read?.headers.filter(({ key }) => ['bcc', 'cc', 'to'].includes(key))).toHaveLength(1);
        }),
        { numRuns: 40 },
      );
    } finally {
      await server.stop();
    }
  });

  test('takes an address for one address, whatever is in it', async () => {
    const server = await MailServer.start();
    try {
      await createSmtpSender(server.smtp).send({ ...mail, replyTo: 'a,b;c@example.org' });
      expect(server.mails[0]?.replyTo).toHaveLength(1);
    } finally {
      await server.stop();
    }
  });

  test('asks a server elsewhere for TLS, and gives up one that has none', async () => {
    const server = await MailServer.start();
    try {
      const strict = createSmtpSender({ ...server.smtp, tlsRequired: true });
      await expect(strict.send(mail)).rejects.toThrow(/STARTTLS|TLS/);
      expect(server.mails).toEqual([]);
    } finally {
      await server.stop();
    }
  });
});

describe('a mail server that wants TLS and a password', () => {
  const trusted = getCACertificates('default');
  const account = { user: 'apps', pass: 'pass:w/rd% 1', ...localhostCertificate() };
  let server: MailServer;
  beforeAll(async () => {
    server = await MailServer.start({ account });
  });
  afterEach(() => setDefaultCACertificates(trusted));
  afterAll(() => server.stop());
  const sender = (auth: { user: string; pass: string } | null) =>
    createSmtpSender({ host: 'localhost', port: server.port, secure: false, tlsRequired: true, auth });
  const failureOf = (auth: { user: string; pass: string } | null) =>
    sender(auth)
      .send(mail)
      .then(
        () => expect.unreachable('The mail was taken.'),
        (error: unknown) => error as Error,
      );

  test('gets both, and the mail', async () => {
    setDefaultCACertificates([account.cert]);
    await sender(account).send(mail);
    expect(server.mails.map(({ subject }) => subject)).toEqual([mail.subject]);
  });

  test('gets neither when nobody vouches for its certificate', async () => {
    expect(await failureOf(account)).toMatchObject({
      code: expect.stringMatching(/SELF_SIGNED|ETLS|ESOCKET/),
    });
  });

  test('gets the mail when the password has been put right: a wrong one is no fault of the mail', async () => {
    setDefaultCACertificates([account.cert]);
    for (const auth of [{ user: 'apps', pass: 'not-this-secret' }, null]) {
      const failure = await failureOf(auth);
      expect(failure).not.toBeInstanceOf(PermanentFailure);
      expect(JSON.stringify([failure.message, failure])).not.toContain('not-this-secret');
    }
  });
});

describe('a template', () => {
  const values = { link: 'https://a.example/welcome#x', name: 'A & <b>' };

  test('is filled in as text and as HTML', () => {
    expect(fillTemplate('Hi {name}\n\n{link} {who}', values)).toEqual({
      text: 'Hi A & <b>\n\nhttps://a.example/welcome#x {who}',
      html: '<p>Hi A &#38; &#60;b&#62;</p>\n<p><a href="https://a.example/welcome#x">https://a.example/welcome#x</a> {who}</p>',
    });
  });

  test('written in HTML is also readable as text', () => {
    const { text } = fillTemplate(
      '<h1>Hi</h1><p>You &amp; {name}<br>go <a href="{link}">here</a></p>',
      values,
    );
    expect(text).toBe('Hi\nYou & A & <b>\ngo https://a.example/welcome#x here');
  });

  test('with an address in angle brackets is text, and keeps it', () => {
    const { text, html } = fillTemplate('Ask <help@example.org>, {name}: {link}', values);
    expect(text).toBe('Ask <help@example.org>, A & <b>: https://a.example/welcome#x');
    expect(html).toContain('Ask &#60;help@example.org&#62;, A &#38; &#60;b&#62;:');
  });

  test('never takes a value for markup or for another placeholder', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (name) => {
        const { html } = fillTemplate('<i>{name}</i>{link}', { ...values, name });
        expect(html.startsWith(`<i>${escapeHtml(name)}</i><a href=`)).toBe(true);
        expect(fill('{name}', { name })).toBe(name);
      }),
    );
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { refusal } from '../../setup/answers.ts';
import { anyCharacter } from '../../setup/any-character.ts';
import { openService } from '../../setup/open-service.ts';
import { tries } from '../../setup/run/tries.ts';

const service = await openService();

const headers = () => ({ 'x-token': service.admin.token, 'content-type': 'application/json' });
const post = (body: string | Buffer) =>
  service.fetch('/v1/groups/', {
    method: 'POST',
    headers: headers(),
    body: typeof body === 'string' ? body : new Uint8Array(body),
  });
const group = (more: string) => `{"name":"a","description":"",${more}}`;
const invalid = { status: 400, code: 1000 };

describe('a body', () => {
  test.each([
    ['a NUL character', group('"x":"\\u0000"')],
    ['a NUL character in a name', group('"\\u0000":1')],
    ['half of a surrogate pair', group('"x":["\\ud800"]')],
    ['the other half in a name', group('"\\udc00":1')],
    ['halves in the wrong order', group('"x":"\\udc00\\ud800"')],
    ['65 levels', group(`"x":${'['.repeat(65)}${']'.repeat(65)}`)],
    ['100,000 levels', group(`"x":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`)],
    ['bytes that are no UTF-8', Buffer.from(group('"x":"\xff\xfe"'), 'latin1')],
    ['a number that no number holds', group('"x":[1e400]')],
    ['a prototype', group('"__proto__":{"a":1}')],
    ['half an object', '{"name":'],
  ])('with %s is refused', async (_, body) => {
    expect(refusal(await post(body))).toMatchObject(invalid);
  });

  test('text of any characters comes back as it was', async () => {
    const text = fc.string({ unit: anyCharacter, minLength: 1, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(text, async (description) => {
        const body = JSON.stringify({ name: crypto.randomUUID(), description });
        const answer = await post(body);
        const expected = description.includes('\0') ? { error: { code: 1000 } } : { group: { description } };
        expect(answer.body).toMatchObject(expected);
      }),
      tries(60),
    );
  });

  test('a whole surrogate pair is a character as any other', async () => {
    expect((await post('{"name":"\\ud83d\\ude00","description":""}')).body).toMatchObject({
      group: { name: '😀' },
    });
  });
});

describe('a body is read in the character set that it declares', () => {
  const words = 'Grüße, señor – çok güzel';
  const postAs = (type: string, body: Uint8Array, more: Record<string, string> = {}) =>
    service.fetch('/v1/groups/', {
      method: 'POST',
      headers: { ...headers(), 'content-type': type, ...more },
      body: new Uint8Array(body),
    });
  const json = (description: string) => JSON.stringify({ name: crypto.randomUUID(), description });
  const latin = words.replace('–', '-');

  test.each<[string, string, Buffer, string]>([
    ['nothing', 'application/json', Buffer.from(json(words)), words],
    ['UTF-8', 'application/json; charset=UTF-8', Buffer.from(json(words)), words],
    ['UTF-8 with a byte order mark', 'application/json', Buffer.from(`\ufeff${json(words)}`), words],
    ['ISO-8859-1', 'application/json; charset=ISO-8859-1', Buffer.from(json(latin), 'latin1'), latin],
    [
      'ISO-8859-1 in quotes',
      'application/json;charset="iso-8859-1"',
      Buffer.from(json(latin), 'latin1'),
      latin,
    ],
    [
      'UTF-16, little end first',
      'application/json; charset=utf-16',
      Buffer.from(json(words), 'utf16le'),
      words,
    ],
    [
      'UTF-16, big end first',
      'application/json; charset=utf-16',
      Buffer.from(`\ufeff${json(words)}`, 'utf16le').swap16(),
      words,
    ],
    [
      'Shift_JIS',
      'application/json; charset=Shift_JIS',
      Buffer.from(json('?').replace('?', '\x83\x5c'), 'latin1'),
      '\u30bd',
    ],
  ])('%s', async (_, type, body, description) => {
    expect((await postAs(type, body)).body).toMatchObject({ group: { description } });
  });

  test('and refused when it is not in it', async () => {
    const bytes = Buffer.from(json('\x83'), 'latin1');
    const answer = refusal(await postAs('application/json; charset=Shift_JIS', bytes));
    expect(answer).toMatchObject({ ...invalid, message: 'The request body is not in SHIFT_JIS.' });
  });

  test('or when nobody knows that character set', async () => {
    const answer = refusal(await postAs('application/json; charset=klingon', Buffer.from(json(words))));
    expect(answer).toMatchObject({ status: 415, message: expect.stringContaining('klingon') });
  });

  test('and measured as what it means, not as the bytes it is', async () => {
    // Each of these characters has, in UTF-16, a byte that ends a text in UTF-8.
    const hidden = `{"name":"a","description":"\u2222","x":[${'0,'.repeat(110_000)}0]}`;
    const answer = refusal(await postAs('application/json; charset=utf-16', Buffer.from(hidden, 'utf16le')));
    expect(answer).toMatchObject({ status: 413 });
  });

  test.each(['gzip', 'br', 'x-unknown'])('but not unpacked: %s is refused by its header', async (coding) => {
    const answer = await postAs('application/json', Buffer.from(json(words)), { 'content-encoding': coding });
    expect(refusal(answer)).toMatchObject({
      status: 415,
      message: expect.stringContaining(`Content-Encoding: ${coding}`),
    });
    expect(answer.headers.get('accept-encoding')).toBe('identity');
  });

  test('and Content-Encoding: identity says nothing', async () => {
    const answer = await postAs('application/json', Buffer.from(json(words)), {
      'content-encoding': 'identity',
    });
    expect(answer.status).toBe(200);
  });
});

describe('an address', () => {
  const parts = ['%00', '%ED%A0%80', '%FF', '%C0%80', '%', '%zz', '%u0041'];
  test.each(parts.flatMap((part) => [`/v2/users/${part}/`, `/v2/users/?search=${part}`]))(
    '%s is refused with the error object',
    async (address) => {
      expect(refusal(await service.fetch(address, { headers: headers() }))).toMatchObject(invalid);
    },
  );

  test('an identifier of 400 characters is refused with the error object', async () => {
    const address = `/v2/users/${'a'.repeat(400)}/`;
    expect(refusal(await service.fetch(address, { headers: headers() }))).toMatchObject(invalid);
  });
});

import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createId, parseIdentifier } from '../../mock-server/platform/database/identifiers.ts';
import { redactUrl } from '../../mock-server/platform/http/logging.ts';
import { openSecrets, Secrets } from '../../mock-server/platform/secrets.ts';
import { anyCharacter } from '../setup/any-character.ts';

const secrets = new Secrets(randomBytes(32));

test('what was encrypted can be decrypted only for the same purpose', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 500 }), (text) => {
      const sealed = secrets.encrypt('one', text);
      expect(secrets.decrypt('one', sealed)).toBe(text);
      expect(() => secrets.decrypt('another', sealed)).toThrow(/./);
    }),
  );
});

test('a changed signature is none', () => {
  const signature = secrets.sign('links', 'text');
  expect(secrets.verify('links', 'text', signature)).toBe(true);
  expect(secrets.verify('links', 'text.', signature)).toBe(false);
  expect(secrets.verify('others', 'text', signature)).toBe(false);
  expect(secrets.verify('links', 'text', `${signature}A`)).toBe(false);
});

test('the key is made once and readable only by its owner', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'appshelf-key-'));
  try {
    const source = { secretKey: null, secretKeyFile: null, dataDir: directory };
    const [first, second] = await Promise.all([openSecrets(source, false), openSecrets(source, false)]);
    expect(second.decrypt('p', first.encrypt('p', 'the same key'))).toBe('the same key');
    expect((await stat(join(directory, 'secret.key'))).mode % 0o1000).toBe(0o600);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});

test('an earlier key still reads and verifies what it made, also before keys had ids', () => {
  const [old, current] = [randomBytes(32), randomBytes(32)];
  const before = new Secrets(old);
  const after = new Secrets(() => [current, old]);
  const sealed = before.encrypt('p', 'text');
  const withoutId = sealed.slice(sealed.indexOf('.') + 1);
  for (const text of [sealed, withoutId]) {
    expect(after.decrypt('p', text)).toBe('text');
    const renewed = after.renew('p', text);
    expect(new Secrets(current).decrypt('p', renewed)).toBe('text');
    expect(after.renew('p', renewed)).toBe(renewed);
  }
  expect(after.verify('links', 'text', before.sign('links', 'text'))).toBe(true);
  expect(before.verify('links', 'text', after.sign('links', 'text'))).toBe(false);
  expect(() => new Secrets(current).decrypt('p', sealed)).toThrow('not known');
});

test('identifiers are ULIDs in lower case, each after all before it, and never a psk', () => {
  // One of those that were made before a library did.
  let last = '01m7yh8fwsyt1qsw0xsc0ynnrr';
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1000 }), (count) => {
      const ids = [last, ...Array.from({ length: count }, createId)];
      expect(ids.toSorted()).toEqual(ids);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids.filter((id) => !/^[0-7][0-9a-hjkmnp-tv-z]{25}$/.test(id))).toEqual([]);
      expect(ids.every((id) => 'id' in parseIdentifier(id))).toBe(true);
      last = ids.at(-1) ?? last;
    }),
  );
});

test('a number is a psk only as numbers are written', () => {
  expect(['1', '10', '999999999999999'].map(parseIdentifier)).toEqual([
    { psk: 1 },
    { psk: 10 },
    { psk: 999_999_999_999_999 },
  ]);
  for (const text of ['0', '01', '007', '+1', '1.0', ' 1', '1e3', '１', '1000000000000000']) {
    expect(parseIdentifier(text)).toEqual({ id: text });
  }
});

test('no token of an address reaches a log', () => {
  const address = '/v1/downloads/install/applications/1?token=abc&udid=def&x=1&download_token=ghi#z';
  expect(redactUrl(address)).toBe(
    '/v1/downloads/install/applications/1?token=***&udid=***&x=***&download_token=***',
  );
  const odd = [
    't%6Fken=abc',
    '%74oken=abc',
    'token%3Dabc',
    'abc',
    'Token=abc',
    'token[]=abc',
    '=abc',
    'search=abc',
  ];
  for (const part of odd) expect(redactUrl(`/v3/catalog?${part}&page=0,5`)).not.toContain('abc');
  expect(redactUrl('/v3/catalog?t%6Fken=abc&page=0,5')).toBe('/v3/catalog?***&page=0,5');
});

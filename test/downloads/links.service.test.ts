import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatContentDisposition, toFileName } from '../../mock-server/features/downloads/file-names.ts';
import {
  openDirectLink,
  openLink,
  signDirectLink,
  signLink,
} from '../../mock-server/features/identity/links.ts';
import { Secrets } from '../../mock-server/platform/secrets.ts';
import { anyCharacter } from '../setup/any-character.ts';

const secrets = new Secrets(randomBytes(32));
const link = { orgId: 'org', userId: 'user', deviceId: 'device', id: 'link', expires: 2_000_000 };
const path = '/downloads/files/file';

describe('a link', () => {
  test('says what was put into it, at its own address, until it ends', () => {
    const token = signLink(secrets, path, link);
    expect(openLink(secrets, token, path, 1_999_999)).toEqual(link);
    expect(openLink(secrets, token, `${path}/`, 0)).toEqual(link);
    expect(() => openLink(secrets, token, path, 2_000_000)).toThrow('has expired');
    expect(() => openLink(secrets, token, `${path}2`, 0)).toThrow('not valid');
    expect(() => openLink(new Secrets(randomBytes(32)), token, path, 0)).toThrow('not valid');
  });

  test('of a person is none of a direct install, nor the other way round', () => {
    const direct = signDirectLink(secrets, path, link);
    expect(openDirectLink(secrets, direct, path, 0)).toEqual({
      orgId: 'org',
      id: 'link',
      expires: 2_000_000,
    });
    expect(() => openLink(secrets, direct, path, 0)).toThrow('not valid');
    expect(() => openDirectLink(secrets, signLink(secrets, path, link), path, 0)).toThrow('not valid');
  });

  test('opens with no other text', () => {
    const token = signLink(secrets, path, link);
    const edits = fc.tuple(fc.nat(token.length - 1), fc.string({ unit: anyCharacter, maxLength: 3 }));
    fc.assert(
      fc.property(edits, ([at, text]) => {
        const changed = token.slice(0, at) + text + token.slice(at + 1);
        fc.pre(changed !== token);
        expect(() => openLink(secrets, changed, path, 0)).toThrow('This download link');
      }),
    );
  });
});

describe('the name of a file', () => {
  const names: [string, string][] = [
    ['ContactManager.apk', 'ContactManager.apk'],
    ['../../etc/passwd', 'passwd.apk'],
    ['C:\\Apps\\Field.APK', 'Field.APK'],
    ['a"; filename="evil.exe', 'a_ filename=_evil.exe.apk'],
    ['..', 'application.apk'],
    ['Prüfung 1.apk', 'Prüfung 1.apk'],
  ];
  test.each(names)('%s', (given, expected) => {
    expect(toFileName(given, 3)).toBe(expected);
  });

  test('makes a header of visible ASCII, whatever it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (given) => {
        const header = formatContentDisposition(toFileName(given, 3));
        expect(header).toMatch(/^attachment; filename="[\x20-\x7e]+"; filename\*=UTF-8''[\w.!~%$&+^`|#-]+$/);
        expect(header.split('"')).toHaveLength(3);
      }),
    );
  });
});

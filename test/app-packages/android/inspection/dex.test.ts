import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { inspectDex } from '../../../../mock-server/app-packages/android/inspection/inspect-dex.ts';
import { Budget } from '../../../../mock-server/app-packages/budget.ts';
import { Findings } from '../../../../mock-server/app-packages/inspection/findings.ts';
import { inspected } from '../../../fixtures/inspected/files.ts';

const findings = new Findings();
inspectDex(findings, inspected.dex, 'classes.dex', new Budget(inspected.dex.length));
const analysis = findings.finish();

const sha256 = (bytes: number[] | string) =>
  createHash('sha256')
    .update(typeof bytes === 'string' ? bytes : Buffer.from(bytes))
    .digest('hex');
const where = <T extends { place: { method: string | null } }>({ place }: T) => place.method;

describe('constants are followed to the calls that take them', () => {
  test('ciphers and digests, with what is known against them', () => {
    const found = [...analysis['Cryptographic Operations'], ...analysis['Hash Operations']];
    expect(found.map(({ operation, weakness }) => [operation, weakness?.slice(0, 3) ?? null])).toEqual([
      ['AES/ECB/PKCS5Padding', 'ECB'],
      ['MD5', 'MD5'],
      ['SHA-256', null],
    ]);
  });

  test('keys in arrays, passwords and encoded texts, by the sum of their bytes', () => {
    const keys = analysis['Hardcoded Keys'].map((key) => [where(key), key.algorithm, key.bytes, key.sha256]);
    expect(keys).toEqual([
      ['cipher', 'AES', 16, sha256([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16])],
      ['decoded', null, 3, sha256([1, 2, 3])],
      ['password', null, 13, sha256('correct horse')],
    ]);
    expect(analysis['Hardcoded IVs']).toMatchObject([{ bytes: 4, sha256: sha256([9, 9, 9, 9]) }]);
  });

  test('files, and how they are opened', () => {
    expect(analysis['File Access'].map(({ filepath, mode }) => [filepath, mode])).toEqual([
      ['notes.txt', 'append'],
      ['/sdcard/log.txt', 'append'],
      ['/sdcard/db', 'write'],
      ['/proc/cpuinfo', 'read'],
    ]);
  });

  test('hosts, of calls and of texts', () => {
    const hosts = analysis['Foreign Connections'].map(({ host, scheme, encrypted, seen }) => [
      host,
      scheme,
      encrypted,
      seen,
    ]);
    expect(hosts).toEqual([
      ['api.example.net', 'http', false, 'text'],
      ['api.example.net', 'http', false, 'call'],
      ['relay.example.net', '', false, 'call'],
      ['bucket.s3.amazonaws.com', 'https', true, 'text'],
    ]);
  });
});

test('every finding has its class, method and offset', () => {
  const [operation] = analysis['Cryptographic Operations'];
  expect(operation?.place).toMatchObject({
    file: 'classes.dex',
    class: 'org.example.Vault',
    method: 'cipher',
  });
  const offset = operation?.place.offset ?? 0;
  // invoke-static {v3}
  expect(inspected.dex.subarray(offset, offset + 2)).toEqual(Buffer.from([0x71, 0x10]));
});

test('what another value may have taken the place of is not told', () => {
  const methods = [
    ...analysis['Cryptographic Operations'],
    ...analysis['Hardcoded Keys'],
    ...analysis['Hardcoded IVs'],
  ].map(where);
  expect(methods).not.toContain('unknown');
  expect(methods).not.toContain('changedKey');
});

test('companies are known by their classes and hosts', () => {
  const found = [...analysis['Ad Networks'], ...analysis.Trackers, ...analysis['Cloud Storage Services']];
  expect(found.map(({ name, seen, matched }) => [name, seen, matched])).toEqual([
    ['Google AdMob', 'code', 'com.google.android.gms.ads'],
    ['Google Firebase Analytics', 'code', 'com.google.firebase.analytics'],
    ['Amazon S3', 'address', 'amazonaws.com'],
  ]);
});

test('a library that names its version is held against what is known', () => {
  expect(analysis['Bundled Libraries']).toMatchObject([
    {
      name: 'com.squareup.okhttp3:okhttp',
      version: '3.12.1',
      vulnerabilities: [{ id: 'CVE-2021-0341', fixed_in: '4.9.2' }],
    },
  ]);
});

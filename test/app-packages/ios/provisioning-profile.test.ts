import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  allowsCertificate,
  isForBundle,
  readProvisioningProfile,
} from '../../../mock-server/app-packages/ios/profiles/provisioning-profile.ts';
import { buildProfile, type ProfileOptions } from '../../../mock-server/demo/build-profile.ts';
import { ecKey, rsaKey } from '../../fixtures/signing-keys.ts';
import { temporaryFiles } from '../../fixtures/temporary-files.ts';

const files = temporaryFiles();
const [key, other] = [rsaKey(), ecKey()];
const options: ProfileOptions = {
  name: 'Depot ad hoc',
  bundleId: 'org.example.depot',
  team: 'TEAM123456',
  distribution: 'ad_hoc',
  created: new Date('2026-01-01T00:00:00Z'),
  expires: new Date('2027-01-01T00:00:00Z'),
  certificates: [key.certificates[0]],
  entitlements: { 'aps-environment': 'production' },
};
const profileOf = (changes: Partial<ProfileOptions> = {}) => buildProfile({ ...options, ...changes });
const read = (changes: Partial<ProfileOptions> = {}) => readProvisioningProfile(profileOf(changes));

test('what a profile says', () => {
  const bytes = profileOf();
  expect(readProvisioningProfile(bytes)).toMatchObject({
    bytes,
    name: 'Depot ad hoc',
    team: 'TEAM123456',
    prefix: 'TEAM123456',
    bundleId: 'org.example.depot',
    distribution: 'ad_hoc',
    expires: options.expires,
    devices: ['00008030-000000000000002E'],
    certificates: [key.certificates[0]],
  });
  expect(read().entitlements.get('aps-environment')).toBe('production');
});

test('which bundles it is for', () => {
  const isFor = (pattern: string, bundleId: string) => isForBundle(read({ bundleId: pattern }), bundleId);
  expect(isFor('org.example.depot', 'org.example.depot')).toBe(true);
  expect(isFor('org.example.depot', 'org.example.depot.widget')).toBe(false);
  expect(isFor('org.example.*', 'org.example.depot')).toBe(true);
  expect(isFor('org.example.*', 'org.examples.depot')).toBe(false);
  expect(isFor('*', 'com.anything')).toBe(true);
});

test('whose certificates may sign with it', () => {
  expect(allowsCertificate(read(), key.certificates[0])).toBe(true);
  expect(allowsCertificate(read(), other.certificates[0])).toBe(false);
});

test('one that was changed after it was signed is refused, and so is what is no profile', () => {
  const changed = profileOf();
  changed.write('Depot ad hop', changed.indexOf('Depot ad hoc'));
  const codeOf = (bytes: Buffer) => {
    try {
      readProvisioningProfile(bytes);
    } catch (error) {
      return error instanceof Error && 'code' in error ? error.code : error;
    }
    return null;
  };
  expect(codeOf(changed)).toBe('broken_profile');
  expect(codeOf(profileOf({ bundleId: 'a b' }))).toBe('unreadable_profile');
  for (const bytes of [
    Buffer.alloc(0),
    Buffer.from('<plist/>'),
    profileOf().subarray(0, 900),
    Buffer.alloc(3e6),
  ]) {
    expect(codeOf(bytes)).toBe('unreadable_profile');
  }
});

const openssl = '/usr/bin/openssl';

test.each(existsSync(openssl) ? [openssl] : [])(
  '%s takes the signature that is taken here',
  async (judge) => {
    const path = await files.write(profileOf());
    const content = execFileSync(judge, ['cms', '-verify', '-noverify', '-inform', 'DER', '-in', path], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    expect(content.toString()).toContain('<key>ExpirationDate</key>');
  },
);

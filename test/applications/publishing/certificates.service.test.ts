import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { addVersion, readApplication } from '../../../contract/applications.ts';
import { readCatalogApplication } from '../../../contract/catalog.ts';
import { postInstalled } from '../../../contract/inventory.ts';
import { updateOrganization } from '../../../contract/organizations.ts';
import { readProvisioningProfile } from '../../../mock-server/app-packages/ios/profiles/provisioning-profile.ts';
import { buildMachO } from '../../../mock-server/demo/build-mach-o.ts';
import { mayUpdate } from '../../../mock-server/features/applications/publishing/signer.ts';
import { testIpa } from '../../fixtures/ipa.ts';
import { androidPackages } from '../../fixtures/real-packages.ts';
import { signedIpa } from '../../fixtures/signed-ipa.ts';
import { profileFile, signingIdentity } from '../../fixtures/signing-identity.ts';
import { ecKey } from '../../fixtures/signing-keys.ts';
import { refusal } from '../../setup/answers.ts';
import { openService } from '../../setup/open-service.ts';
import {
  codes,
  makeGroup,
  type PublishedApplication,
  publish,
  publishVersion,
} from '../../setup/world/publishing.ts';

const service = await openService();

/** The same application built on two machines, each with its own debug key. */
const [older, newer] = [androidPackages.apiDemosOlder, androidPackages.apiDemos];

const read = (application: string) =>
  service.ok(readApplication, { token: service.admin.token, params: { application } });
const add = (application: PublishedApplication, file: string) =>
  service.upload(addVersion, {
    token: service.admin.token,
    params: { application: application.id },
    data: {},
    files: { app_file: file },
  });
const key = ecKey();
/** A signed package, whose profile is of this team. */
async function ipaOf(team: string, build: number) {
  const bundleId = 'org.example.team';
  const profile = readProvisioningProfile(profileFile(key, bundleId, { team, distribution: 'enterprise' }));
  const ipa = testIpa({ bundleId, build: String(build) });
  const bytes = await signedIpa(ipa, { ...signingIdentity(key), profiles: [profile] });
  return { bytes, name: 'team.ipa' };
}
const refuseOthers = (refuse_other_certificate: boolean) =>
  service.ok(updateOrganization, {
    token: service.admin.token,
    params: { org_id: service.admin.orgId },
    body: { refuse_other_certificate },
  });

describe('the status of a signature is what is true of it', () => {
  test('a package whose signature holds is signed', async () => {
    const { id } = await publish(service, {}, androidPackages.contactManager);
    expect(await read(id)).toMatchObject({ signing_status: 'signed', signing_status_details: '' });
  });

  test('an iOS package whose signature holds is signed, and one whose signature does not is not', async () => {
    const { bytes, name } = await ipaOf('ONE', 1);
    const { id } = await publish(service, { app_name: 'Held' }, { bytes, name });
    expect(await read(id)).toMatchObject({ signing_status: 'signed', signing_status_details: '' });
    const broken = testIpa({
      bundleId: 'org.example.team',
      build: '2',
      executable: buildMachO({ signature: Buffer.alloc(32, 1) }),
    });
    const { application, warnings } = await service.uploaded(addVersion, {
      token: service.admin.token,
      params: { application: id },
      data: {},
      files: { app_file: { bytes: broken, name } },
    });
    expect(codes(warnings)).toContain('signature_broken');
    expect(application.version?.sign_status).toBe(0);
  });

  test('one that was changed after it was signed is not, and the answers say why', async () => {
    const bytes = await readFile(androidPackages.settings);
    bytes.writeUInt8(bytes.readUInt8(200) ^ 1, 200);
    const { application, warnings } = await service.uploaded(addVersion, {
      token: service.admin.token,
      params: { application: (await publish(service, {}, androidPackages.settings)).id },
      data: {},
      files: { app_file: { bytes, name: 'settings.apk' } },
    });
    expect(codes(warnings)).toContain('signature_broken');
    expect(application.version?.sign_status).toBe(0);
    expect((await read(application.id)).signing_status_details).toBe(
      'The package was changed after it was signed.',
    );
  });
});

describe('a version that another key signed than the one before', () => {
  test('is taken with a warning, and the catalog tells who would have to remove the older one', async () => {
    const before = await publish(service, {}, older);
    const user = await service.makeUser();
    await makeGroup(service, 'Demos', { apps: [{ id: before.psk }], users: [user] });
    const session = await service.signIn(user);
    const reported = async () =>
      (await service.ok(readCatalogApplication, { ...session, params: { application: before.id } }))
        .application.other_certificate;
    expect(await reported()).toBe(false);
    await service.ok(postInstalled, {
      ...session,
      body: { applications: [{ id: before.id, version_id: before.versionId }] },
    });
    const { warnings } = await service.uploaded(addVersion, {
      token: service.admin.token,
      params: { application: before.id },
      data: {},
      files: { app_file: newer },
    });
    expect(codes(warnings)).toContain('other_certificate');
    expect(await reported()).toBe(true);
    const after = await publishVersion(service, before, {}, newer);
    expect(await reported()).toBe(true);
    await service.ok(postInstalled, {
      ...session,
      body: { applications: [{ id: before.id, version_id: after.versionId }] },
    });
    expect(await reported()).toBe(false);
  });

  test('is refused where the organization asks for that, and nothing is kept', async () => {
    const before = await publish(service, {}, older);
    await refuseOthers(true);
    expect(refusal(await add(before, newer))).toMatchObject({ status: 409, code: 1037 });
    expect((await read(before.id)).application.version?.id).toBe(before.versionId);
    expect((await add(before, older)).status).toBe(200);
    await refuseOthers(false);
    expect((await add(before, newer)).status).toBe(200);
  });

  test('is one of another team, for an iOS application', async () => {
    const before = await publish(service, {}, await ipaOf('ONE', 1));
    const warningsOf = async (team: string, build: number) => {
      const { warnings } = await service.uploaded(addVersion, {
        token: service.admin.token,
        params: { application: before.id },
        data: {},
        files: { app_file: await ipaOf(team, build) },
      });
      return codes(warnings);
    };
    expect(await warningsOf('ONE', 2)).not.toContain('other_certificate');
    expect(await warningsOf('TWO', 3)).toContain('other_certificate');
  });
});

describe('devices take an update', () => {
  const by = (certificates: string[], lineage: [string, number][] = []) => ({
    certificates,
    lineage: lineage.map(([sha256, capabilities]) => ({ sha256, capabilities })),
    team: null,
  });
  const team = (name: string) => ({ certificates: [], lineage: [], team: name });

  test.each([
    ['of the same key', by(['a']), by(['a']), true],
    ['of another key', by(['a']), by(['b']), false],
    [
      'of a key that took the place of the one before',
      by(['a']),
      by(
        ['b'],
        [
          ['a', 1],
          ['b', 1],
        ],
      ),
      true,
    ],
    [
      'not where the older key may no longer be updated',
      by(['a']),
      by(
        ['b'],
        [
          ['a', 0],
          ['b', 1],
        ],
      ),
      false,
    ],
    [
      'back to the older key only where that is allowed',
      by(
        ['b'],
        [
          ['a', 8],
          ['b', 1],
        ],
      ),
      by(['a']),
      true,
    ],
    [
      'not back otherwise',
      by(
        ['b'],
        [
          ['a', 1],
          ['b', 1],
        ],
      ),
      by(['a']),
      false,
    ],
    ['of two signers only by both', by(['a', 'b']), by(['a']), false],
    ['of the same team', team('T1'), team('T1'), true],
    ['of another team', team('T1'), team('T2'), false],
  ])('%s', (_name, before, after, expected) => {
    expect(mayUpdate(before, after)).toBe(expected);
  });
});

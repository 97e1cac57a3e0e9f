import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  applyPolicies,
  readApplicationPolicies,
  readPolicyDocument,
  removePolicies,
} from '../../contract/application-policies.ts';
import { signStatuses, wrapStatuses } from '../../contract/common/codes.ts';
import { deleteCredentials, signApplication } from '../../contract/credentials.ts';
import { readPackage } from '../../mock-server/app-packages/read-package.ts';
import { temporaryFiles } from '../fixtures/temporary-files.ts';
import { openService } from '../setup/open-service.ts';
import { byTier } from '../setup/run/tier.ts';
import { timeouts } from '../setup/run/timeouts.ts';
import { publishAndroid } from '../setup/world/publishing.ts';
import { readSigning, storeCredentials } from '../setup/world/signing.ts';
import { tokenOf } from './application-tokens.ts';
import { download, look, read, settled } from './packages.ts';

const documentPath = 'assets/vendor-policies.json';
const service = await openService({ limits: { jobBackOff: 100 } });
const token = service.admin.token;
const credentials = await storeCredentials(service);
const files = temporaryFiles();

const asking = (application: string) => ({ token, params: { application } });
const apply = (app: string, names: readonly string[], credentials_id: string | null = null) => {
  const configurations = names.map((name) => ({ policy_id: `vendor.${name}` }));
  return service.call(applyPolicies, { ...asking(app), body: { configurations, credentials_id } });
};
const remove = (app: string) => service.call(removePolicies, asking(app));
const sign = (app: string, used = credentials) =>
  service.call(signApplication, { token, params: { application: app, credentials: used } });

/** Waits until no file is being made for this application. */
async function rests(application: string): Promise<void> {
  const { db } = service.platform.database;
  const waiting = () =>
    db
      .selectFrom('preparations')
      .select('request')
      .where('application', '=', application)
      .where('state', '=', 'waiting')
      .execute();
  await expect.poll(waiting, { timeout: timeouts.step }).toEqual([]);
}

/** What devices get, what the publisher is told, and what the application's own document says. */
async function outcome(app: string) {
  const { version } = await read(service, app);
  const bytes = await download(service, version?.install_file.id ?? '');
  const { text } = await look(bytes, documentPath);
  const standing = await service.ok(readApplicationPolicies, asking(app));
  return {
    carried:
      text === null ? null : (JSON.parse(text) as { policies: { policy_id: string }[]; token: string }),
    isSigned: (await readPackage(await files.write(bytes))).signing.signed,
    signStatus: version?.sign_status,
    wrap: standing.status.code,
    applied: standing.configurations.map(({ policy_id }) => policy_id),
  };
}

/** What must hold for an application after any requests, once no file is being made. */
async function assertAgrees(app: string): Promise<void> {
  const { carried, isSigned, signStatus, wrap, applied } = await outcome(app);
  const { ready, needsSigning, none } = wrapStatuses;
  expect([ready, needsSigning, none]).toContain(wrap);
  const isApplied = applied.length > 0;
  expect([wrap === none, isApplied || carried === null]).toEqual([!isApplied, true]);
  if (!isApplied) return;
  // The package that waits for its signature may not be what devices get.
  const isNeeded = applied.includes('vendor.app-usage');
  const delivered = [isSigned, signStatus, carried === null];
  const whole = [true, signStatuses.signed, !isNeeded];
  expect(wrap === ready ? delivered : whole).toEqual(whole);
  const current = await tokenOf(service, app);
  expect(carried?.token ?? current).toBe(current);
  const headers = { 'x-application-token': current };
  const { policies } = await service.ok(readPolicyDocument, { headers });
  expect(policies.map(({ policy_id }) => policy_id)).toEqual(applied);
}

const steps = fc.constantFrom<[string, (app: string) => Promise<unknown>]>(
  ['uses', (app) => apply(app, ['app-usage'])],
  ['uses, signed', (app) => apply(app, ['app-usage'], credentials)],
  ['dates', (app) => apply(app, ['access-control'])],
  ['none', remove],
  ['signs', (app) => sign(app)],
  ['waits', settledOf],
);
async function settledOf(app: string) {
  await settled(service, app);
}

test('whatever is applied, removed and signed at once: file, statuses and document agree in the end', async () => {
  let made = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(steps, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 }),
      async (rounds) => {
        const { id } = await publishAndroid(service, `org.example.racing${++made}`);
        for (const round of rounds) {
          const answers = await Promise.all(round.map(([, work]) => work(id)));
          for (const answer of answers as ({ status: number } | undefined)[]) {
            expect([200, 202, 204, 409, undefined]).toContain(answer?.status);
          }
        }
        await rests(id);
        await assertAgrees(id);
      },
    ),
    { numRuns: byTier(4, 12), seed: 7 },
  );
});

test('fifty requests for a signature of one version at once: it is signed, once it is delivered', async () => {
  const { id } = await publishAndroid(service, 'org.example.wanted');
  const answers = await Promise.all(Array.from({ length: 50 }, () => sign(id)));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  await rests(id);
  expect(await outcome(id)).toMatchObject({ isSigned: true, signStatus: signStatuses.signed });
});

test('credentials that are deleted while packages wait for them leave each as it was, and say so', async () => {
  const doomed = await storeCredentials(service, { description: 'Doomed' });
  const apps = await Promise.all(
    Array.from({ length: 4 }, (_, at) => publishAndroid(service, `org.example.doomed${at}`)),
  );
  const signing = apps.map(({ id }) => sign(id, doomed));
  const [deleted, ...answers] = await Promise.all([
    service.call(deleteCredentials, { token, params: { credentials: doomed } }),
    ...signing,
  ]);
  expect(deleted).toMatchObject({ status: 200 });
  for (const { status } of answers) expect([200, 404]).toContain(status);
  for (const [at, { id }] of apps.entries()) {
    await rests(id);
    const { signing_status } = await readSigning(service, id);
    expect(answers[at]?.status === 200 ? ['cancelled', 'signed'] : [null]).toContain(signing_status);
  }
});

import { expect, test } from 'vitest';
import { deleteApplication } from '../../contract/applications.ts';
import { inspectionStatuses } from '../../contract/common/codes.ts';
import { cancelInspection, readInspection, requestInspection } from '../../contract/inspections.ts';
import { listJobs } from '../../contract/jobs.ts';
import { openService } from '../setup/open-service.ts';
import { apk, publishAndroid, publishVersion } from '../setup/world/publishing.ts';
import { providerx, settled, switchOn } from './switched-on.ts';

const service = await openService({ limits: { jobBackOff: 100 } });
const token = service.admin.token;
await switchOn(service, service.admin.orgId, { token });

const asking = (application: string) => ({ token, params: { application }, query: providerx });
const rowsOf = (version: string) =>
  service.platform.database.db
    .selectFrom('inspections')
    .select(['run', 'report'])
    .where('version', '=', version)
    .execute();

test('a hundred requests at once are one inspection', async () => {
  const { id, versionId } = await publishAndroid(service, 'org.example.hundred');
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => service.call(requestInspection, asking(id))),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(await settled(service, id, { token })).toBe(inspectionStatuses.ready);
  expect(await rowsOf(versionId)).toMatchObject([{ run: null, report: expect.any(String) as string }]);
});

test('requests and cancellations at once end with a report or without one, and never half', async () => {
  const { id, versionId } = await publishAndroid(service, 'org.example.wavering');
  for (let round = 0; round < 5; round += 1) {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        service.call(at % 2 === 0 ? requestInspection : cancelInspection, asking(id)),
      ),
    );
    for (const { status } of answers) expect([200, 409]).toContain(status);
  }
  const status = await settled(service, id, { token });
  const [row] = await rowsOf(versionId);
  expect(row?.run).toBe(null);
  expect(status).toBe(row?.report == null ? inspectionStatuses.none : inspectionStatuses.ready);
  await service.call(requestInspection, asking(id));
  await settled(service, id, { token });
  expect(await service.ok(readInspection, asking(id))).toMatchObject({ inspection_status: 3 });
});

test('a newer version leaves the inspection of the one before to end, and has none itself', async () => {
  const app = await publishAndroid(service, 'org.example.overtaken');
  await service.call(requestInspection, asking(app.id));
  const file = { bytes: apk('org.example.overtaken', 2), name: 'app.apk' };
  const newer = await publishVersion(service, app, {}, file);
  await expect.poll(async () => (await rowsOf(app.versionId))[0]?.report ?? null).not.toBe(null);
  expect(await rowsOf(newer.versionId)).toEqual([]);
});

test('an application that is deleted takes its inspection along, and no job fails for it', async () => {
  const { id, versionId } = await publishAndroid(service, 'org.example.gone');
  await service.call(requestInspection, asking(id));
  await service.ok(deleteApplication, { token, params: { application: id } });
  const jobs = async () =>
    (await service.ok(listJobs, { token })).jobs.filter(({ kind }) => kind === 'inspection');
  await expect.poll(jobs).toEqual([]);
  expect(await rowsOf(versionId)).toEqual([]);
});

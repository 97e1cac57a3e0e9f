import { afterAll, expect, it } from 'vitest';
import { changeActivity, changeCatalog } from '../../mock-server/platform/database/changes/changes.ts';
import { connect, type Database } from '../../mock-server/platform/database/connect.ts';
import { openService } from '../setup/open-service.ts';
import { publishAndroid } from '../setup/world/publishing.ts';

const service = await openService();
const { database, config } = service.platform;
/** The databases of two instances; on SQLite there is one process, whose database all writers share. */
const instances = database.dialect === 'sqlite' ? [database] : [database, await connect(config.database)];
const orgId = service.admin.orgId;
const applications: string[] = [];
for (const name of ['a', 'b', 'c'])
  applications.push((await publishAndroid(service, `org.example.${name}`)).id);
afterAll(() => instances[1]?.close());

const turns = async (count: number) => {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
};

const each = 30;

/** Counts downloads, some of which are rolled back; returns the applications of those that stay. */
async function write(database: Database, writer: number): Promise<string[]> {
  const counted: string[] = [];
  for (let turn = 0; turn < each; turn += 1) {
    const application = applications[(writer + turn) % applications.length] ?? '';
    const counting = changeActivity(database, orgId, async () => {
      await turns((writer * turn) % 7);
      if (turn % 9 === 8) throw new Error('taken back');
      return { application, userId: turn % 2 === 0 ? service.admin.id : null, counts: { downloads: 1 } };
    });
    await counting.then(
      () => counted.push(application),
      (error: Error) => expect(error.message).toBe('taken back'),
    );
  }
  return counted;
}

/** A publication in another transaction locks the organization first, and then the application. */
async function publish(database: Database): Promise<void> {
  for (let turn = 0; turn < each; turn += 1) {
    const id = applications[turn % applications.length] ?? '';
    await changeCatalog(database, orgId, async (tx) => {
      await turns(turn % 5);
      await tx.updateTable('applications').set({ sort_weight: turn }).where('id', '=', id).execute();
      return { applications: [id], result: undefined };
    });
  }
}

const revisionOf = async ({ db }: Database) =>
  (
    await db
      .selectFrom('activity_revisions')
      .select('revision')
      .where('org_id', '=', orgId)
      .executeTakeFirst()
  )?.revision ?? 0;

const changedSince = ({ db }: Database, revision: number) =>
  db
    .selectFrom('applications')
    .select(['id', 'num_downloads'])
    .where('org_id', '=', orgId)
    .where('counts_revision', '>', revision)
    .execute();

it('lets who reads what changed since a revision miss no number, however many write', async () => {
  let writing = true;
  const follow = async (database: Database) => {
    const seen = new Map<string, number>();
    for (let revision = 0; ; ) {
      const ending = !writing;
      const now = await revisionOf(database);
      for (const { id, num_downloads } of await changedSince(database, revision)) seen.set(id, num_downloads);
      revision = now;
      if (ending) return seen;
      await turns(1);
    }
  };
  const readers = instances.map(follow);
  const writers = instances.flatMap((database, at) => [0, 1, 2].map((one) => write(database, 3 * at + one)));
  const [counted] = await Promise.all([Promise.all(writers), ...instances.map(publish)]);
  writing = false;
  const all = counted.flat();
  const expected = new Map(applications.map((id) => [id, all.filter((one) => one === id).length]));
  for (const seen of await Promise.all(readers)) expect(seen).toEqual(expected);
});

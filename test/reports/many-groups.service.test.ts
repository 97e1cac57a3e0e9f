import { expect, test } from 'vitest';
import { listMessages } from '../../contract/messages.ts';
import { sendGroupMessage } from '../../contract/notifications.ts';
import { readReport } from '../../contract/reports.ts';
import { createId, getNow } from '../../mock-server/platform/database/identifiers.ts';
import { withoutGuard } from '../../mock-server/platform/database/unguarded.ts';
import { openService } from '../setup/open-service.ts';
import { timeouts } from '../setup/run/timeouts.ts';

const count = 2_000;
const firstPsk = 10_000;
const batch = 500;

const service = await openService();
const { token } = service.admin;
/** A member of every group, and one of the last. */
const everywhere = await service.makeUser();
const once = await service.makeUser();
await makeGroups();

async function makeGroups(): Promise<void> {
  const db = withoutGuard(service.platform.database.db);
  const shared = { org_id: service.admin.orgId, created: getNow() };
  const groups = Array.from({ length: count }, (_, at) => ({
    ...shared,
    id: createId(),
    psk: firstPsk + at,
    name: `Group ${at}`,
    description: '',
    is_default: 0 as const,
  }));
  for (let at = 0; at < count; at += batch) {
    const part = groups.slice(at, at + batch);
    await db.insertInto('groups').values(part).execute();
    const members = part.map(({ id }) => ({ ...shared, group: id, user: everywhere.id }));
    await db.insertInto('group_users').values(members).execute();
  }
  const last = groups.at(-1)?.id ?? '';
  await db
    .insertInto('group_users')
    .values({ ...shared, group: last, user: once.id })
    .execute();
}

test('the report of users by groups has every membership once, in the order of the groups', async () => {
  const seen: unknown[] = [];
  let block_token: string | undefined;
  do {
    const query = { search: everywhere.userId, ...(block_token !== undefined && { block_token }) };
    const request = { token, params: { report_name: 'users_by_groups' }, query } as const;
    const { report } = await service.ok(readReport, request);
    // Whoever is made is in the group of all users.
    seen.push(...report.entries.map(({ group_psk }) => group_psk).filter((psk) => Number(psk) >= firstPsk));
    block_token = report.next_block_token ?? undefined;
  } while (block_token !== undefined);
  expect(seen).toEqual(Array.from({ length: count }, (_, at) => firstPsk + at));
});

test('a message to one of many groups reaches its members, once, and nobody else', async () => {
  const [first, second, stranger] = [
    await service.signIn(everywhere),
    await service.signIn(once),
    await service.signIn(await service.makeUser()),
  ];
  const params = { group: String(firstPsk + count - 1) };
  await service.ok(sendGroupMessage, { token, params, body: { message: 'Only here' } });
  for (const member of [first, second]) {
    const texts = async () => (await service.ok(listMessages, member)).messages.map(({ text }) => text);
    await expect.poll(texts, { timeout: timeouts.step }).toEqual(['Only here']);
  }
  expect((await service.ok(listMessages, stranger)).messages).toEqual([]);
});

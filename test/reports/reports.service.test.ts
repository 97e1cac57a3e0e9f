import { describe, expect, test } from 'vitest';
import type { QueryOf } from '../../contract/common/request.ts';
import type { CellValue } from '../../contract/common/rows.ts';
import type { DeviceInfo } from '../../contract/devices.ts';
import * as downloads from '../../contract/downloads.ts';
import { listFeeds } from '../../contract/feeds.ts';
import {
  listReports,
  type ReportName,
  readReport,
  readReportFieldInfo,
  reportNames,
} from '../../contract/reports.ts';
import { addUser, deleteUser, updateUser } from '../../contract/users.ts';
import { deleteExpiredActivity } from '../../mock-server/features/activity/delete-expired.ts';
import { countDownload } from '../../mock-server/features/journals/facade.ts';
import type { Tables } from '../../mock-server/migrations/tables.ts';
import { createId, getNow } from '../../mock-server/platform/database/identifiers.ts';
import { withoutGuard } from '../../mock-server/platform/database/unguarded.ts';
import { formatCsvLine, formatCsvText } from '../../mock-server/platform/http/responses/csv.ts';
import { openService } from '../setup/open-service.ts';
import { unchecked } from '../setup/requests.ts';
import { androidPhone, newUser } from '../setup/world/people.ts';
import { assign, makeGroup, publishAndroid, publishWeb } from '../setup/world/publishing.ts';

type Query = QueryOf<typeof readReport>;

/** Names that a spreadsheet or a CSV parser could misinterpret. */
const oddNames = ['=cmd|calc', '+1', '-1', '@sum', 'a"b', 'a,b', '\u202Egnp.exe', "O'Brien", ' space', '＝1'];
const service = await openService();
const { token } = service.admin;
for (const [place, last_name] of oddNames.entries()) {
  await service.ok(addUser, { token, body: { ...newUser(`odd${place}`), last_name, phone: '0049' } });
}
const app = await publishAndroid(service, 'org.example.reported');
const web = await publishWeb(service, 'Reported');
const group = await makeGroup(service, 'Reported group');
await assign(service, group, { id: app.psk }, { id: web.psk });
const user = await service.makeUser({ groups: [group], userId: 'reported' });
const { token: own, udid } = await service.signIn(user);
const open = (application: string) =>
  service.call(downloads.installApplication, { params: { application }, query: { token: own, udid } });
const answer = await open(app.id);
await service.fetch(answer.headers.get('location') ?? '');
await open(web.id);
await open(web.id);
const db = withoutGuard(service.platform.database.db);
const org_id = service.admin.orgId;
const terms = createId();
await db
  .insertInto('terms')
  .values({ org_id, id: terms, application: null, version: 3, texts: '{}', created: getNow() })
  .execute();
await db
  .insertInto('terms_responses')
  .values({ org_id, id: createId(), terms, user: user.id, device: udid, accepted: 1, at: getNow() })
  .execute();

const read = async (report_name: ReportName, query: Query = {}, org?: string) =>
  (await service.ok(readReport, { token, params: { report_name }, query, ...(org !== undefined && { org }) }))
    .report;
const entries = async (name: ReportName, query: Query = {}) => (await read(name, query)).entries;
const refused = async (report_name: string, query: object, org?: string) => {
  const { status, code } = await service.refused(unchecked(readReport), {
    token,
    params: { report_name },
    query: { ...query },
    org,
  });
  return [status, code];
};
const csv = async (name: ReportName, query = '') => {
  const address = `/v2/reports/${name}/?format=csv${query}`;
  const { status, headers, body } = await service.fetch(address, { headers: { 'x-token': token } });
  expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8; header=present']);
  return String(body);
};

/** The CSV of a report, built from the rows of its JSON form. */
async function expectedCsv(name: ReportName): Promise<string> {
  const info = await service.ok(readReportFieldInfo, { token, params: { report_name: name } });
  const fields = info[name]?.fields ?? [];
  const cell = (value: CellValue | undefined, type: string) => {
    if (value === null || value === undefined) return '';
    return type === 'string' ? formatCsvText(String(value)) : String(value);
  };
  const lines = (await entries(name)).map((row) =>
    formatCsvLine(fields.map((field) => cell(row[field.name], field.type))),
  );
  return formatCsvLine(fields.map((field) => field.name)) + lines.join('');
}

/** The records of a CSV text; RFC 4180. */
function records(text: string): string[][] {
  const result: string[][] = [];
  for (const line of text.match(/(?:"(?:[^"]|"")*"|[^"\r\n])*\r\n/g) ?? []) {
    const fields = line.slice(0, -2).match(/(?:^|,)(?:"(?:[^"]|"")*"|[^",]*)/g) ?? [];
    result.push(
      fields.map((field, place) =>
        (place === 0 ? field : field.slice(1)).replace(/^"|"$/g, '').replaceAll('""', '"'),
      ),
    );
  }
  return result;
}

describe('definitions', () => {
  test('are those of the documents', async () => {
    const all = await service.ok(listReports, { token });
    expect(Object.keys(all)).toEqual([...reportNames]);
    expect(all.user_details?.fields.map(({ name }) => name)).toEqual(
      'first_name last_name user_id email role phone date invite_status user_status disabled_on disabled_by last_login'.split(
        ' ',
      ),
    );
    expect(all.user_details?.default_sort).toEqual([
      { field: 'last_name', asc_order: true },
      { field: 'first_name', asc_order: true },
    ]);
    const filters = Object.entries(all).map(([name, { filter_params }]) => [
      name,
      filter_params.map((filter) => filter.name).join(' '),
    ]);
    expect(Object.fromEntries(filters)).toEqual({
      app_usage: 'date platform',
      device_details: 'form_factor platform jailbreak_status device_status disabled_by',
      download_inventory: 'date form_factor platform',
      inspections: 'date',
      location_services_status: 'date status',
      terms_and_conditions_responses: '',
      most_popular_apps: 'date platform download_type',
      user_details: 'date role invite_status user_status disabled_by',
      users_by_groups: 'date role',
    });
  });

  test('of one report are by its name, and rows have just these columns', async () => {
    for (const report_name of reportNames) {
      const info = await service.ok(readReportFieldInfo, { token, params: { report_name } });
      expect(Object.keys(info)).toEqual([report_name]);
      const [row] = await entries(report_name);
      const names = info[report_name]?.fields.map(({ name }) => name);
      expect(Object.keys(row ?? Object.fromEntries((names ?? []).map((name) => [name, null])))).toEqual(
        names,
      );
      expect((await csv(report_name)).split('\r\n')[0]).toBe(names?.join());
    }
  });
});

test('every filter is answered with every value that it has, as JSON and as CSV', async () => {
  const all = await service.ok(listReports, { token });
  for (const [name, { filter_params }] of Object.entries(all)) {
    for (const filter of filter_params) {
      const values = filter.name === 'date' ? ['2026-01-01,2026-12-31'] : filter.possible_values;
      for (const value of values) {
        const given = typeof value === 'string' ? value : value.value;
        const { total_available, entries_returned } = await read(name as ReportName, {
          [filter.name]: given,
        });
        expect([name, filter.name, given, entries_returned]).toEqual([
          name,
          filter.name,
          given,
          total_available,
        ]);
        const lines = records(await csv(name as ReportName, `&${filter.name}=${given}`));
        expect(lines).toHaveLength(entries_returned + 1);
      }
    }
  }
});

test('a code has one form: its label in rows of reports, its number in rows of feeds', async () => {
  const reports = await service.ok(listReports, { token });
  for (const [name, { fields, filter_params }] of Object.entries(reports))
    for (const filter of filter_params) {
      const field = fields.find((one) => one.name === filter.name);
      if (field === undefined || filter.name === 'date') continue;
      expect([name, field.name, field.type]).toEqual([name, field.name, 'string']);
      const labels = filter.possible_values.map((value) => (typeof value === 'string' ? value : value.label));
      const cells = (await entries(name as ReportName)).map((row) => row[field.name] ?? null);
      expect([null, ...labels]).toEqual(expect.arrayContaining(cells));
    }
  const feeds = Object.values(await service.ok(listFeeds, { token }));
  const filtered = feeds.flatMap(({ fields, filter_params }) =>
    fields.filter((field) => filter_params.some(({ name }) => name === field.name)),
  );
  expect(new Set(filtered.map(({ type }) => type))).toEqual(new Set(['integer']));
});

describe('rows', () => {
  test('of users say their state', async () => {
    const [row] = await entries('user_details', { search: 'odd0' });
    expect(row).toMatchObject({
      last_name: '=cmd|calc',
      role: 'User',
      invite_status: 'Activated',
      user_status: 'Activated',
      disabled_on: null,
      disabled_by: null,
    });
    const user = await service.makeUser();
    await service.ok(updateUser, { token, params: { user: user.id }, body: { disabled: true } });
    expect(await entries('user_details', { search: user.userId })).toMatchObject([
      { user_status: 'Disabled', disabled_by: 'Admin', disabled_on: expect.stringMatching(/^20.*\+00:00$/) },
    ]);
    expect((await entries('user_details', { user_status: 0 })).map(({ user_id }) => user_id)).toEqual([
      user.userId,
    ]);
  });

  test('of downloads, devices, groups, terms and popular applications are what was done', async () => {
    expect(await entries('download_inventory')).toMatchObject([
      {
        app_id: app.id,
        user_id: 'reported',
        download_type: 'install',
        form_factor: 'Phone',
        platform: 'Android',
      },
    ]);
    expect(await entries('most_popular_apps')).toMatchObject([
      { app_name: 'Reported', download_type: 'Web', downloads: 2 },
      { app_id: app.id, download_type: 'Native', downloads: 1 },
    ]);
    expect(await entries('device_details')).toMatchObject([
      { user_id: 'reported', device_name: 'Test phone', platform: 'Android', device_status: 'Enabled' },
    ]);
    expect(await entries('location_services_status')).toMatchObject([{ status: 'Unknown' }]);
    expect(await entries('users_by_groups', { search: 'reported group' })).toMatchObject([
      { group_name: 'Reported group', user_id: 'reported' },
    ]);
    expect(await entries('terms_and_conditions_responses')).toMatchObject([
      { user_id: 'reported', terms_version: 3, response: 'Accepted' },
    ]);
  });

  test('are found by any of several terms, within words and without regard to case', async () => {
    const found = async (search: string) =>
      (await entries('user_details', { search })).map(({ user_id }) => String(user_id)).toSorted();
    expect(await found('ODD1,dd3')).toEqual(['odd1', 'odd3']);
    expect(await found(' ,%,_x')).toEqual([]);
    expect(await found('o’brien')).toEqual([]);
    expect(await found("o'brien")).toEqual(['odd7']);
  });

  test('of another organization are not there, but for an administrator above it', async () => {
    const child = await service.makeOrganization();
    const names = (await read('user_details', {}, child.orgId)).entries.map(({ user_id }) => user_id);
    expect(names).toEqual([child.admin.userId]);
    expect(await entries('user_details', { search: child.admin.userId })).toEqual([]);
    const own = { token: child.token, org: service.admin.orgId, params: { report_name: 'user_details' } };
    expect(await service.refused(readReport, own)).toMatchObject({ status: 403 });
  });
});

describe('blocks', () => {
  test('follow one another in both directions, and a query need not be said again', async () => {
    const all = (await entries('user_details')).map(({ user_id }) => user_id);
    const forwards: unknown[] = [];
    let block = await read('user_details', { count: 3, role: 1 });
    const first = block;
    expect(block.prev_block_token).toBeNull();
    forwards.push(...block.entries.map(({ user_id }) => user_id));
    while (!block.end_of_data) {
      block = await read('user_details', { count: 3, block_token: block.next_block_token ?? '' });
      forwards.push(...block.entries.map(({ user_id }) => user_id));
    }
    expect(block.next_block_token).toBeNull();
    expect(forwards).toEqual(all.filter((user_id) => user_id !== 'admin'));
    const backwards: unknown[] = block.entries.map(({ user_id }) => user_id);
    while (block.prev_block_token !== null) {
      block = await read('user_details', { count: 3, role: 1, block_token: block.prev_block_token });
      backwards.unshift(...block.entries.map(({ user_id }) => user_id));
      expect(block.total_available).toBe(first.total_available);
    }
    expect(backwards).toEqual(forwards);
  });

  test('neither skip nor repeat a row while users are added', async () => {
    const begin = await read('user_details', { count: 2 });
    const last = begin.entries.at(-1)?.user_id;
    await service.ok(addUser, { token, body: { ...newUser('early'), last_name: '!', first_name: '!' } });
    const next = await read('user_details', { count: 2, block_token: begin.next_block_token ?? '' });
    const all = (await entries('user_details')).map(({ user_id }) => user_id);
    const place = all.indexOf(last ?? null);
    expect(next.entries.map(({ user_id }) => user_id)).toEqual(all.slice(place + 1, place + 3));
  });

  test('of another report, organization or query are refused, and garbage too', async () => {
    const { next_block_token } = await read('user_details', { count: 2, role: 1 });
    const block_token = next_block_token ?? '';
    const child = await service.makeOrganization();
    const invalid = [400, 1090];
    expect(await refused('users_by_groups', { block_token })).toEqual(invalid);
    expect(await refused('user_details', { block_token, role: 5 })).toEqual(invalid);
    expect(await refused('user_details', { block_token, search: 'a' })).toEqual(invalid);
    expect(await refused('user_details', { block_token }, child.orgId)).toEqual(invalid);
    // Not every bit of the last characters of such a text is significant.
    const changed = `${block_token.startsWith('A') ? 'B' : 'A'}${block_token.slice(1)}`;
    expect(await refused('user_details', { block_token: changed })).toEqual(invalid);
    expect(await refused('user_details', { block_token: 'x', format: 'csv' })).toEqual(invalid);
  });
});

test('what a report can’t be asked is refused', async () => {
  expect(await refused('nothing', {})).toEqual([404, 1010]);
  for (const query of [
    { platform: 1 },
    { role: 2 },
    { date: '2026-02-01,2026-01-01' },
    { date: '2026-02-30,2026-03-01' },
    { date: '2026-01-01' },
    { count: 0 },
    { format: 'xml' },
    { nothing: 1 },
  ]) {
    expect(await refused('user_details', query)).toEqual([400, 1000]);
  }
  expect(await refused('terms_and_conditions_responses', { date: '2026-01-01,2026-01-02' })).toEqual([
    400, 1000,
  ]);
});

describe('downloads are counted', () => {
  const march = `${new Date().getUTCFullYear() - 1}-03`;
  const year = march.slice(0, 4);
  const days = [
    `${year}-02-28`,
    `${march}-01`,
    `${march}-15`,
    `${march}-31`,
    `${year}-04-01`,
    `${year}-05-02`,
  ];
  const between = async (from: string, to: string) => {
    const date = `${from},${to}`;
    const [popular] = await entries('most_popular_apps', { date, download_type: 3 });
    return popular?.downloads ?? 0;
  };

  test('by whole days of whatever months, and of what is kept', async () => {
    const { database } = service.platform;
    const org_id = service.admin.orgId;
    const application = app.id;
    for (const [place, day] of days.entries()) {
      const at = `${day}T12:00:00.000Z`;
      await database.transaction((tx) =>
        countDownload(tx, { org_id, application, type: 'direct', at, times: 10 ** place }),
      );
    }
    expect(await between(`${year}-01-01`, `${year}-12-31`)).toBe(111_111);
    expect(await between(`${year}-02-28`, `${year}-05-01`)).toBe(11_111);
    expect(await between(`${march}-01`, `${march}-31`)).toBe(1_110);
    expect(await between(`${march}-02`, `${march}-30`)).toBe(100);
    expect(await between(`${march}-15`, `${year}-05-02`)).toBe(111_100);
    expect(await between(`${march}-16`, `${march}-16`)).toBe(0);
    // As in the middle of March two years later; reports use the real clock, and show more.
    await deleteExpiredActivity(service.platform, Date.parse(`${march}-15T00:00:00.000Z`) + 730 * 86_400_000);
    expect(await between(`${year}-01-01`, `${year}-12-31`)).toBe(111_100);
    expect(await between(`${march}-01`, `${march}-31`)).toBe(1_100);
  });
});

describe('CSV', () => {
  test('has every row, and no formulas', async () => {
    const [heading = [], ...lines] = records(await csv('user_details'));
    const column = heading.indexOf('last_name');
    const names = lines.map((line) => line[column]);
    const expected = oddNames.map((name) => (/^[=+\-@＝]/.test(name) ? `'${name}` : name));
    expect(names).toEqual(expect.arrayContaining(expected));
    expect(lines).toHaveLength((await read('user_details')).total_available);
    expect(lines.every((line) => line.length === heading.length)).toBe(true);
  });

  test('says what JSON does, whatever is in a name', async () => {
    const { db } = service.platform.database;
    const starts = ['', '\t=', '\r', '\n\n', '=""', '+', '-', '@', "'", '😀', '\u0001\\', 'Nguyễn'];
    for (const [place, first_name] of starts.entries()) {
      const name = { first_name: `${first_name}${first_name}`, first_name_folded: first_name };
      await withoutGuard(db)
        .updateTable('users')
        .set(name)
        .where('user_id', '=', `odd${place % oddNames.length}`)
        .execute();
      const { entries: rows } = await read('user_details', { search: `odd${place % oddNames.length}` });
      expect(rows[0]?.first_name).toBe(name.first_name);
      expect(await csv('user_details')).toBe(await expectedCsv('user_details'));
    }
    for (const name of reportNames) expect(await csv(name)).toBe(await expectedCsv(name));
  });

  test('begins at a block, and ends after so many rows', async () => {
    const { next_block_token, entries: first } = await read('user_details', { count: 2 });
    const rest = records(await csv('user_details', `&block_token=${next_block_token}`)).slice(1);
    const all = records(await csv('user_details')).slice(1);
    expect(rest).toEqual(all.slice(first.length));
    expect(records(await csv('user_details', '&count=4')).slice(1)).toEqual(all.slice(0, 4));
  });
});

test('names of devices are searched without regard to case, also of letters beyond ASCII, and are whole in CSV', async () => {
  const name = 'Ärztegerät\r\n"Süd",\tSTRAẞE';
  await service.signIn(await service.makeUser({ userId: 'praxis' }), { ...androidPhone, name });
  for (const search of ['ärztegerät', 'ÄRZTEGERÄT', '"süd"']) {
    expect(await entries('device_details', { search })).toMatchObject([{ device_name: name }]);
  }
  const [heading = [], ...lines] = records(await csv('device_details'));
  expect(lines.map((line) => line[heading.indexOf('device_name')])).toContain(name);
  expect(lines.every(({ length }) => length === heading.length)).toBe(true);
});

test('whether devices may be located is there as each said it, and when', async () => {
  const statuses = { prompt: 'Not asked', granted: 'Granted', denied: 'Denied', unknown: 'Unknown' } as const;
  const reported = Object.keys(statuses) as (keyof typeof statuses)[];
  for (const location_permission of reported) {
    const user = await service.makeUser({ userId: `located.${location_permission}` });
    await service.signIn(user, { ...androidPhone, location_permission });
  }
  for (const [status, name] of reported.entries()) {
    const rows = await entries('location_services_status', { status, search: 'located.' });
    expect(rows).toMatchObject([
      { user_id: `located.${name}`, status: statuses[name], told: expect.stringMatching(/\+00:00$/) },
    ]);
  }
  const silent = await entries('location_services_status', { search: 'praxis' });
  expect(silent).toMatchObject([{ status: 'Unknown', told: null }]);
  const date = '2000-01-01,2000-01-02';
  expect((await read('location_services_status', { date })).total_available).toBe(0);
});

test('devices are found by all that their filters ask, as it is now', async () => {
  const db = withoutGuard(service.platform.database.db);
  const past = new Date(Date.now() - 1_000).toISOString();
  const later = new Date(Date.now() + 3_600_000).toISOString();
  const signedIn = async (userId: string, more: Partial<DeviceInfo> = {}) => {
    const user = await service.makeUser({ userId });
    await service.signIn(user, { ...androidPhone, name: userId, ...more });
    return user;
  };
  const becomes = async (userId: string, change: Partial<Tables['users']>) => {
    const { id } = await signedIn(userId);
    await db.updateTable('users').set(change).where('id', '=', id).execute();
  };
  await signedIn('rooted', { jailbreak_status: 1 });
  await signedIn('intact', { jailbreak_status: 0 });
  const dismissed = await signedIn('dismissed');
  await service.ok(updateUser, { token, params: { user: dismissed.id }, body: { disabled: true } });
  await becomes('late', { disabled: 1, disabled_reason: 1 });
  await becomes('guessed', { locked_until: later });
  await becomes('unlocked', { locked_until: past });
  await becomes('ended', { until: past });
  const gone = await signedIn('gone');
  await service.ok(deleteUser, { token, params: { user: gone.id } });
  const unpaired = await signedIn('unpaired');
  await db.updateTable('device_users').set({ until: past }).where('user', '=', unpaired.id).execute();

  const found = async (query: Query) =>
    (await entries('device_details', query)).map(({ device_name }) => String(device_name)).toSorted();
  expect(await found({ jailbreak_status: 1 })).toEqual(['rooted']);
  expect(await found({ jailbreak_status: 0 })).toEqual(['intact']);
  expect(await found({ jailbreak_status: -1 })).toContain('dismissed');
  expect(await found({ device_status: 0 })).toEqual(
    ['dismissed', 'ended', 'gone', 'guessed', 'late', 'unpaired'].toSorted(),
  );
  expect((await found({ device_status: 1 })).filter((name) => /^\w+$/.test(name))).toEqual([
    'intact',
    'rooted',
    'unlocked',
  ]);
  expect(await found({ disabled_by: 0 })).toEqual(['dismissed', 'ended', 'gone', 'unpaired']);
  expect(await found({ disabled_by: 1 })).toEqual(['late']);
  expect(await found({ disabled_by: 2 })).toEqual(['guessed']);
  // What a device does not report again stays as it was.
  await service.signIn({ ...dismissed, userId: 'rooted' }, { ...androidPhone, name: 'rooted again' });
  expect(await entries('device_details', { jailbreak_status: 1 })).toMatchObject([
    { user_id: 'rooted', jailbreak_status: 'Yes', device_status: 'Enabled', disabled_by: null },
  ]);
});

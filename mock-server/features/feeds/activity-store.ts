import { sql } from 'kysely';
import { chunks } from '../../platform/chunks.ts';
import type { Db } from '../../platform/database/handles.ts';
import {
  applicationColumns,
  column,
  type DetailsOf,
  deviceColumns,
  type Kind,
  momentOf,
  personColumns,
  platformOf,
  selected,
} from '../activity/facade.ts';
import type { Feed, FeedRow, Wanted } from './feed.ts';

/** Rows of one kind by their positions, with what they belong to; the name of an application is that of its latest version. */
const activity = (db: Db, kind: Kind, { orgId, after, upTo, since, limit, filters }: Wanted) =>
  db
    .selectFrom('activity')
    .leftJoin('users', (join) =>
      join.onRef('users.org_id', '=', 'activity.org_id').onRef('users.id', '=', 'activity.user'),
    )
    .leftJoin('devices', (join) =>
      join.onRef('devices.org_id', '=', 'activity.org_id').onRef('devices.id', '=', 'activity.device'),
    )
    .leftJoin('applications', (join) =>
      join
        .onRef('applications.org_id', '=', 'activity.org_id')
        .onRef('applications.id', '=', 'activity.application'),
    )
    .leftJoin('versions', (join) =>
      join
        .onRef('versions.org_id', '=', 'activity.org_id')
        .on('versions.id', '=', sql<string>`coalesce(activity.version, applications.latest_version)`),
    )
    .select(['activity.position', 'activity.details'])
    .where('activity.org_id', '=', orgId)
    .where('activity.kind', '=', kind)
    .where('activity.position', '>', after)
    .where('activity.position', '<=', upTo)
    .where('activity.at', '>=', since)
    .$if(filters.platform !== undefined, (query) => query.where(platformOf, '=', filters.platform ?? 0))
    .orderBy('activity.position')
    .limit(limit);

const date = (description: string) => column('date', 'date_time', description, momentOf('activity.at'));
const field = (name: string, description: string) => ({ name, description, type: 'string' }) as const;

const loginColumns = (namesDeleted: boolean) => [
  ...personColumns(namesDeleted),
  date('When somebody tried to sign in'),
  ...applicationColumns,
  ...deviceColumns,
];

export const loginActivity: Feed = {
  name: 'login_activity',
  description: 'Attempts to sign in to the catalog, the service and managed applications',
  journal: 'sign_in',
  fields: [
    ...loginColumns(true),
    field('login_type', '“catalog”, “service”, “password_change”, or “application” with policies'),
    { name: 'result', description: '0 failed, 1 succeeded', type: 'integer' },
    field(
      'reason',
      'Why it failed, as the name of the error; null when it succeeded, or an application did not say',
    ),
  ],
  filters: ['result'],
  async rows(db, wanted): Promise<FeedRow[]> {
    const { result } = wanted.filters;
    const rows = await activity(db, 'sign_in', wanted)
      .select(selected(loginColumns(wanted.namesDeleted)))
      .$if(result !== undefined, (query) =>
        query.where('activity.details', 'like', `%"succeeded":${result === 1}%`),
      )
      .execute();
    return rows.map(({ details, ...row }) => {
      const { way, succeeded, reason, said } = JSON.parse(details) as DetailsOf<'sign_in'>;
      const attempt = { ...row, login_type: way, result: Number(succeeded), reason };
      if (said === undefined) return attempt;
      // What an application says of who used it may be the name of somebody who was deleted.
      const user_id = wanted.namesDeleted ? said.user : null;
      return { ...attempt, user_id, device_name: said.device, version: said.version };
    });
  },
};

const signingColumns = (namesDeleted: boolean) => [
  ...applicationColumns,
  ...personColumns(namesDeleted),
  date('When it was signed'),
];

export const signingActivity: Feed = {
  name: 'signing_activity',
  description: 'Applications that were signed by the service',
  journal: 'signing',
  fields: [
    ...signingColumns(true),
    field('certificate_name', 'Description of the credentials that it was signed with'),
  ],
  filters: ['platform'],
  async rows(db, wanted): Promise<FeedRow[]> {
    const rows = await activity(db, 'signing', wanted)
      .select(selected(signingColumns(wanted.namesDeleted)))
      .execute();
    return rows.map(({ details, ...row }) => {
      const { credentials } = JSON.parse(details) as DetailsOf<'signing'>;
      return { ...row, certificate_name: credentials };
    });
  },
};

const passwordColumns = (namesDeleted: boolean) => [
  ...personColumns(namesDeleted),
  date('When the password was changed'),
];

export const passwordChangeActivity: Feed = {
  name: 'password_change_activity',
  description: 'Every change of a password of an administrator',
  journal: 'password_change',
  fields: [
    ...passwordColumns(true),
    field(
      'change_type',
      '“self_service”, “expired”, “by_administrator”, or “invitation”: the first password',
    ),
    field('changed_by', 'Login name of who changed it'),
  ],
  filters: [],
  async rows(db, wanted): Promise<FeedRow[]> {
    const rows = await activity(db, 'password_change', wanted)
      .select(selected(passwordColumns(wanted.namesDeleted)))
      .execute();
    const changes = rows.map(({ details, ...row }) => ({
      row,
      change: JSON.parse(details) as DetailsOf<'password_change'>,
    }));
    const names = await loginNames(
      db,
      wanted,
      changes.map(({ change }) => change),
    );
    return changes.map(({ row, change: { way, by } }) => ({
      ...row,
      change_type: way,
      changed_by: names.get(by) ?? null,
    }));
  },
};

/** Login names of those who changed passwords, by their ids: an administrator of an organization above may have. */
async function loginNames(
  db: Db,
  { namesDeleted }: Wanted,
  changes: readonly DetailsOf<'password_change'>[],
): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (const [organization, made] of Map.groupBy(changes, ({ by_org }) => by_org)) {
    for (const part of chunks([...new Set(made.map(({ by }) => by))])) {
      const users = await db
        .selectFrom('users')
        .select(['id', 'user_id'])
        .where('org_id', '=', organization)
        .where('id', 'in', part)
        .$if(!namesDeleted, (query) => query.where('deleted', 'is', null))
        .execute();
      for (const { id, user_id } of users) names.set(id, user_id);
    }
  }
  return names;
}

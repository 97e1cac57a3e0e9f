import { sql } from 'kysely';
import type { DialectName } from '../../platform/database/connect.ts';
import {
  applicationColumns,
  column,
  deviceColumns,
  type Happened,
  joinSubject,
  type Kind,
  momentOf,
  personColumns,
  type Sql,
  type Value,
} from '../journals/facade.ts';
import type { Feed } from './feed.ts';
import { ofPlatform } from './values-store.ts';

/** What the feeds of one kind of activity have in common; the name of an application is that of its latest version. */
const ofKind = (kind: Kind) =>
  ({
    journal: kind,
    main: { table: 'activity', at: 'at' },
    tables: ({ dialect }) => sql`activity
      ${joinSubject(dialect, 'activity')}
      left join applications on applications.org_id = activity.org_id and applications.id = activity.application
      left join versions on versions.org_id = activity.org_id
        and versions.id = coalesce(activity.version, applications.latest_version)`,
    where: sql`activity.kind = ${sql.lit(kind)}`,
  }) satisfies Partial<Feed>;

const date = (description: string) => column('date', 'date_time', description, momentOf('activity.at'));

/** A text in the details of a row, at the path `names`; see `Details`. */
const detail = (dialect: DialectName, ...names: string[]): Value =>
  dialect === 'sqlite'
    ? sql`activity.details ->> ${sql.lit(`$.${names.join('.')}`)}`
    : sql`cast(activity.details as json) #>> ${sql.lit(`{${names.join()}}`)}`;

/**
 * Whether the details contain a field, as `JSON.stringify` writes it: within a text the quotes would have backslashes.
 */
const has = (name: string, value = ''): Sql => sql`activity.details like ${sql.lit(`%"${name}":${value}%`)}`;
type Said = NonNullable<Extract<Happened, { kind: 'sign_in' }>['said']>;
const succeeded = has('succeeded', 'true');

export const loginActivity: Feed = {
  ...ofKind('sign_in'),
  name: 'login_activity',
  description: 'Attempts to sign in to the catalog, the service and managed applications',
  columns: ({ dialect, namesDeleted }) => {
    const [email, firstName, lastName, userId] = personColumns(namesDeleted);
    const [appName, appId, version, platform] = applicationColumns;
    const [deviceId, deviceName] = deviceColumns(namesDeleted);
    const text = (...names: string[]) => detail(dialect, ...names);
    const said = (name: keyof Said): Value => sql`case when ${has('said')} then ${text('said', name)} end`;
    /** The known person or device, otherwise what the application reported, which may name somebody who was deleted. */
    const orSaid = (known: Value, name: keyof Said): Value =>
      namesDeleted ? sql`coalesce(${known}, ${said(name)})` : known;
    return [
      email,
      firstName,
      lastName,
      { ...userId, value: orSaid(userId.value, 'user') },
      date('When somebody tried to sign in'),
      appName,
      appId,
      {
        ...version,
        value: sql`case when ${has('said')} then ${text('said', 'version')} else ${version.value} end`,
      },
      platform,
      deviceId,
      { ...deviceName, value: orSaid(deviceName.value, 'device') },
      column(
        'login_type',
        'string',
        '“catalog”, “service”, “password_change”, or “application” with policies',
        text('way'),
      ),
      column('result', 'integer', '0 failed, 1 succeeded', sql`case when ${succeeded} then 1 else 0 end`),
      column(
        'reason',
        'string',
        'Why it failed, as the name of the error; null when it succeeded, or an application did not say',
        text('reason'),
      ),
    ];
  },
  filters: { result: (value) => (value === 1 ? succeeded : has('succeeded', 'false')) },
};

export const signingActivity: Feed = {
  ...ofKind('signing'),
  name: 'signing_activity',
  description: 'Applications that were signed by the service',
  columns: ({ dialect, namesDeleted }) => [
    ...applicationColumns,
    ...personColumns(namesDeleted),
    date('When it was signed'),
    column(
      'certificate_name',
      'string',
      'Description of the credentials that it was signed with',
      detail(dialect, 'credentials'),
    ),
  ],
  filters: { platform: ofPlatform },
};

/** The login name of the person who changed a password, who may be an administrator of an organization above. */
const changedBy = (dialect: DialectName, namesDeleted: boolean): Value => sql`(
  select changer.user_id from users as changer
  where changer.org_id = ${detail(dialect, 'by_org')} and changer.id = ${detail(dialect, 'by')}
    ${namesDeleted ? sql`` : sql`and changer.deleted is null`})`;

export const passwordChangeActivity: Feed = {
  ...ofKind('password_change'),
  name: 'password_change_activity',
  description: 'Every change of a password of an administrator',
  columns: ({ dialect, namesDeleted }) => [
    ...personColumns(namesDeleted),
    date('When the password was changed'),
    column(
      'change_type',
      'string',
      '“self_service”, “expired”, “by_administrator”, or “invitation”: the first password',
      detail(dialect, 'way'),
    ),
    column('changed_by', 'string', 'Login name of who changed it', changedBy(dialect, namesDeleted)),
  ],
  filters: {},
};

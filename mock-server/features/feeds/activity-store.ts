import { sql } from 'kysely';
import type { DialectName } from '../../platform/database/connect.ts';
import {
  type ActivityEvent,
  applicationColumns,
  buildDeviceColumns,
  buildPersonColumns,
  column,
  formatMoment,
  joinSubject,
  type Kind,
  type Sql,
  type Value,
} from '../journals/facade.ts';
import type { Feed } from './feed.ts';
import { filterByPlatform } from './values-store.ts';

/** What the feeds of one kind of activity have in common; the name of an application is that of its latest version. */
const describeKind = (kind: Kind) =>
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

const dateColumn = (description: string) =>
  column('date', 'date_time', description, formatMoment('activity.at'));

/** A text in the details of a row, at the path `names`; see `Details`. */
const detailColumn = (dialect: DialectName, ...names: string[]): Value =>
  dialect === 'sqlite'
    ? sql`activity.details ->> ${sql.lit(`$.${names.join('.')}`)}`
    : sql`cast(activity.details as json) #>> ${sql.lit(`{${names.join()}}`)}`;

/**
 * Whether the details contain a field, as `JSON.stringify` writes it: within a text the quotes would have backslashes.
 */
const hasDetail = (name: string, value = ''): Sql =>
  sql`activity.details like ${sql.lit(`%"${name}":${value}%`)}`;
type ReportedField = NonNullable<Extract<ActivityEvent, { kind: 'sign_in' }>['said']>;
const succeeded = hasDetail('succeeded', 'true');

export const loginActivity: Feed = {
  ...describeKind('sign_in'),
  name: 'login_activity',
  description: 'Attempts to sign in to the catalog, the service and managed applications',
  columns: ({ dialect, namesDeleted }) => {
    const [email, firstName, lastName, userId] = buildPersonColumns(namesDeleted);
    const [appName, appId, version, platform] = applicationColumns;
    const [deviceId, deviceName] = buildDeviceColumns(namesDeleted);
    const textColumn = (...names: string[]) => detailColumn(dialect, ...names);
    const reportedColumn = (name: keyof ReportedField): Value =>
      sql`case when ${hasDetail('said')} then ${textColumn('said', name)} end`;
    /** The known person or device, otherwise what the application reported, which may name somebody who was deleted. */
    const orReported = (known: Value, name: keyof ReportedField): Value =>
      namesDeleted ? sql`coalesce(${known}, ${reportedColumn(name)})` : known;
    return [
      email,
      firstName,
      lastName,
      { ...userId, value: orReported(userId.value, 'user') },
      dateColumn('When somebody tried to sign in'),
      appName,
      appId,
      {
        ...version,
        value: sql`case when ${hasDetail('said')} then ${textColumn('said', 'version')} else ${version.value} end`,
      },
      platform,
      deviceId,
      { ...deviceName, value: orReported(deviceName.value, 'device') },
      column(
        'login_type',
        'string',
        '“catalog”, “service”, “password_change”, or “application” with policies',
        textColumn('way'),
      ),
      column('result', 'integer', '0 failed, 1 succeeded', sql`case when ${succeeded} then 1 else 0 end`),
      column(
        'reason',
        'string',
        'Why it failed, as the name of the error; null when it succeeded, or an application did not say',
        textColumn('reason'),
      ),
    ];
  },
  filters: { result: (value) => (value === 1 ? succeeded : hasDetail('succeeded', 'false')) },
};

export const signingActivity: Feed = {
  ...describeKind('signing'),
  name: 'signing_activity',
  description: 'Applications that were signed by the service',
  columns: ({ dialect, namesDeleted }) => [
    ...applicationColumns,
    ...buildPersonColumns(namesDeleted),
    dateColumn('When it was signed'),
    column(
      'certificate_name',
      'string',
      'Description of the credentials that it was signed with',
      detailColumn(dialect, 'credentials'),
    ),
  ],
  filters: { platform: filterByPlatform },
};

/** The login name of the person who changed a password, who may be an administrator of an organization above. */
const changedByColumn = (dialect: DialectName, namesDeleted: boolean): Value => sql`(
  select changer.user_id from users as changer
  where changer.org_id = ${detailColumn(dialect, 'by_org')} and changer.id = ${detailColumn(dialect, 'by')}
    ${namesDeleted ? sql`` : sql`and changer.deleted is null`})`;

export const passwordChangeActivity: Feed = {
  ...describeKind('password_change'),
  name: 'password_change_activity',
  description: 'Every change of a password of an administrator',
  columns: ({ dialect, namesDeleted }) => [
    ...buildPersonColumns(namesDeleted),
    dateColumn('When the password was changed'),
    column(
      'change_type',
      'string',
      '“self_service”, “expired”, “by_administrator”, or “invitation”: the first password',
      detailColumn(dialect, 'way'),
    ),
    column('changed_by', 'string', 'Login name of who changed it', changedByColumn(dialect, namesDeleted)),
  ],
  filters: {},
};

import type { Db } from '../../platform/database/handles.ts';
import type { NotificationRow } from './store.ts';

/** The members of groups for which a version of an application is mandatory; who is in two of them comes twice. */
export const selectConcerned = (
  db: Db,
  { org_id, subject, version }: Pick<NotificationRow, 'org_id' | 'subject' | 'version'>,
  { after, to }: { after: string; to: string },
) =>
  db
    .selectFrom('group_users as entry')
    .innerJoin('group_applications as given', (join) =>
      join.onRef('given.org_id', '=', 'entry.org_id').onRef('given.group', '=', 'entry.group'),
    )
    .where('entry.org_id', '=', org_id)
    .where('given.application', '=', subject)
    .where('entry.user', '>', after)
    .where('entry.user', '<=', to)
    .where((any) =>
      any.or([
        any('given.is_mandatory', '=', 1),
        any.exists(
          any
            .selectFrom('versions as named')
            .select('named.id')
            .where('named.org_id', '=', org_id)
            .where('named.id', '=', version)
            .where('named.required', '=', 1),
        ),
      ]),
    );

import type { Db } from '../../platform/database/handles.ts';
import type { Push } from '../../platform/push/push.ts';
import { findVersion } from '../applications/facade.ts';
import { findNotificationById } from './store.ts';
import { formatDeadline, formatUpdate, type Language } from './words.ts';

/** The kind of a notification, and its text in a language; what a person wrote stays as it is. */
export async function loadTexts(
  db: Db,
  orgId: string,
  { id, body }: Push,
): Promise<{ kind: string; getText(language: Language): string }> {
  const row = await findNotificationById(db, orgId, id);
  const version = row?.version && (await findVersion(db, orgId, row.version));
  return {
    kind: row?.kind ?? '',
    getText: (language) => {
      if (!version) return body;
      return row?.kind === 'deadline_notice'
        ? formatDeadline[language](version)
        : formatUpdate[language](version.version_num);
    },
  };
}

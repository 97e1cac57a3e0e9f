import type { Db } from '../../platform/database/handles.ts';
import type { Push } from '../../platform/push/push.ts';
import { findVersion } from '../applications/facade.ts';
import { notificationById } from './store.ts';
import { deadlineText, type Language, updateText } from './words.ts';

/** The kind of a notification, and its text in a language; what a person wrote stays as it is. */
export async function textsOf(
  db: Db,
  orgId: string,
  { id, body }: Push,
): Promise<{ kind: string; text(language: Language): string }> {
  const row = await notificationById(db, orgId, id);
  const version = row?.version && (await findVersion(db, orgId, row.version));
  return {
    kind: row?.kind ?? '',
    text: (language) => {
      if (!version) return body;
      return row?.kind === 'deadline_notice'
        ? deadlineText[language](version)
        : updateText[language](version.version_num);
    },
  };
}

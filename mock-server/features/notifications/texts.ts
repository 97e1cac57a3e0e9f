import type { Language } from '../../../contract/common/languages.ts';
import type { Db } from '../../platform/database/handles.ts';
import { fill } from '../../platform/mail/templates.ts';
import type { Push } from '../../platform/push/push.ts';
import { findVersion, type VersionRow } from '../applications/facade.ts';
import de from './messages.de.json' with { type: 'json' };
import en from './messages.en.json' with { type: 'json' };
import { findNotificationById } from './store.ts';

const messages: Readonly<Record<Language, typeof en>> = { en, de };

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
        ? formatDeadline(language, version)
        : formatUpdate(language, version);
    },
  };
}

/** The text of a notice of an update. The catalog itself uses its own words. */
export const formatUpdate = (language: Language, { version_num }: Pick<VersionRow, 'version_num'>): string =>
  fill(messages[language].update, { version: version_num });

/** The text of a notice of a deadline (UTC; null: at once). The catalog itself uses its own words. */
export function formatDeadline(
  language: Language,
  { version_num: version, required_by: by }: Pick<VersionRow, 'version_num' | 'required_by'>,
): string {
  const words = messages[language];
  if (by === null) return fill(words.required, { version });
  return fill(words.requiredBy, { version, date: by.slice(0, 10), time: by.slice(11, 16) });
}

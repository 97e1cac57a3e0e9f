import type { CatalogVersion } from '../../../contract/catalog.ts';

/**
 * The beginning of the note that the service fills in: name, date and number; document 2, Editable application fields.
 */
const filledIn = /^[^\n]{0,50} - \d{4}-\d\d-\d\d - $/;

type Noted = Pick<CatalogVersion, 'version_note' | 'version_num'>;

/** What changed in a version, in its publisher's words; null when the note is empty or was filled in by the service. */
export function noteOf({ version_note: note, version_num }: Noted): string | null {
  const isFilledIn = note.endsWith(version_num) && filledIn.test(note.slice(0, -version_num.length));
  return note === '' || isFilledIn ? null : note;
}

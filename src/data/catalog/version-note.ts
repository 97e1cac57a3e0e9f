import type { CatalogVersion } from '../../../contract/catalog.ts';

/**
 * The beginning of the note that the service fills in: name, date and number; document 2, Editable application fields.
 */
const generatedNotes = /^[^\n]{0,50} - \d{4}-\d\d-\d\d - $/;

type VersionWithNote = Pick<CatalogVersion, 'version_note' | 'version_num'>;

/** What changed in a version, in its publisher's words; null when the note is empty or was filled in by the service. */
export function getVersionNote({ version_note: note, version_num }: VersionWithNote): string | null {
  const isFilledIn = note.endsWith(version_num) && generatedNotes.test(note.slice(0, -version_num.length));
  return note === '' || isFilledIn ? null : note;
}

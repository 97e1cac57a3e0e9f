import type { Sources } from '../syntax.ts';
import { asvsPage } from './asvs.ts';
import { importsPicture } from './imports-picture.ts';
import { layersTable } from './layers-table.ts';
import { uiTables } from './ui-tables.ts';

/** A part of a page that is generated from the sources. */
interface WrittenPart {
  /** The page that holds it. */
  page: string;
  /** The name in the marks before and after it. */
  name: string;
  write(sources: Sources): string;
}

/** Everything below `docs/` that `node test/architecture/docs/write-docs.ts` writes anew. */
export const writtenParts: readonly WrittenPart[] = [
  { page: 'docs/architecture.md', name: 'the layers', write: layersTable },
  { page: 'docs/imports.md', name: 'the picture', write: importsPicture },
  { page: 'docs/ui.md', name: 'the parts', write: uiTables },
  { page: 'docs/asvs.md', name: 'the requirements', write: asvsPage },
];

/** The text of a page with this between its marks. Error: it has no marks of that name. */
export function withWritten(page: string, name: string, written: string): string {
  const begin = `<!-- Begin of ${name}, written by test/architecture/docs/write-docs.ts -->\n`;
  const end = `<!-- End of ${name} -->\n`;
  const [before = '', rest] = page.split(begin);
  const after = rest?.split(end)[1];
  if (after === undefined) throw new Error(`The page has no place for ${name}.`);
  return `${before}${begin}\n${written}\n${end}${after}`;
}

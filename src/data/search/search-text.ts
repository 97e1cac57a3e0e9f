import type { CatalogEntry } from '../../../contract/catalog.ts';

/** The searchable texts of an entry. */
export interface SearchText {
  id: string;
  name: string;
  short: string;
  long: string;
  author: string;
  categories: string;
}

export const toSearchText = ({ id, version, author, categories }: CatalogEntry): SearchText => ({
  id,
  name: version.app_name,
  short: version.short_description,
  long: version.long_description,
  author,
  categories: categories.map(({ name }) => name).join(' '),
});

import type { SyncEntry } from '../../../contract/sync.ts';

/**
 * Whether entries have the shape that this version of the catalog reads. Those of another version of the service may not:
 * they would fail somewhere in a list or a screen, and be tried again for ever.
 */
export const areReadable = (entries: readonly unknown[]): boolean => entries.every(isReadable);

function isReadable(entry: unknown): entry is SyncEntry {
  if (!isRecord(entry)) return false;
  const { id, type, version, categories, catalog_info: numbers, author } = entry;
  return (
    typeof id === 'string' &&
    typeof type === 'number' &&
    typeof author === 'string' &&
    isRecord(version) &&
    typeof version.app_name === 'string' &&
    typeof version.short_description === 'string' &&
    typeof version.long_description === 'string' &&
    typeof version.release_date === 'string' &&
    isRecord(version.install_file) &&
    Array.isArray(categories) &&
    categories.every((category) => isRecord(category) && typeof category.name === 'string') &&
    isRecord(numbers)
  );
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

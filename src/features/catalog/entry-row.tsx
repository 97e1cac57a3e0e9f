import type { ReactNode } from 'react';
import type { CatalogEntry } from '../../../contract/catalog.ts';
import { applicationPath } from '../../../contract/common/catalog-pages.ts';
import { AppRow } from '../../ui/app-row.tsx';
import { iconOf } from './pictures.ts';

/** Draws the end of an application's row: its button, chosen by the page. */
export type Trailing = (entry: CatalogEntry) => ReactNode;

type EntryRowProps = {
  entry: CatalogEntry;
  trailing?: Trailing;
  current?: boolean;
  line?: ReactNode;
  wrap?: boolean;
};

/** An application in any list. */
export function EntryRow({ entry, trailing, current = false, line, wrap = false }: EntryRowProps) {
  return (
    <AppRow
      href={applicationPath(entry.id)}
      icon={iconOf(entry)}
      line={line ?? (entry.version.short_description || entry.author)}
      trailing={trailing?.(entry)}
      current={current}
      wrap={wrap}
    />
  );
}

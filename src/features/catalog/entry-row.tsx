import type { ReactNode } from 'react';
import type { CatalogEntry } from '../../../contract/catalog.ts';
import { getApplicationPath } from '../../../contract/common/catalog-pages.ts';
import { AppRow } from '../../ui/lists/app-row.tsx';
import { getIconProps } from './pictures.ts';

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
      href={getApplicationPath(entry.id)}
      icon={getIconProps(entry)}
      line={line ?? (entry.version.short_description || entry.author)}
      trailing={trailing?.(entry)}
      current={current}
      wrap={wrap}
    />
  );
}

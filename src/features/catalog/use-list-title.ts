import { useMessages } from '../../ui/i18n/context.tsx';
import { useBrowse } from './browse-state.ts';
import { catalogMessages } from './messages.ts';
import { useCatalog } from './use-catalog.ts';

/** What the list of applications shows: all of them, or the category to which it is narrowed. */
export function useListTitle(): string {
  const { allApps } = useMessages(catalogMessages);
  const { choice } = useBrowse();
  const { categories } = useCatalog();
  return categories?.find(({ id }) => id === choice.category)?.name ?? allApps;
}

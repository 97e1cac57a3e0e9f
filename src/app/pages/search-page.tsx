import { SearchContent } from '../../features/catalog/search-content.tsx';
import { useMessages } from '../../ui/i18n/context.tsx';
import { appMessages } from '../messages.ts';
import { CatalogPage, rowButton } from './catalog-page.tsx';

/** `/search` */
export function SearchPage() {
  const words = useMessages(appMessages);
  return (
    <CatalogPage title={words.search}>
      <SearchContent trailing={rowButton} />
    </CatalogPage>
  );
}

import { catalogMessages } from '../../features/catalog/messages.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useMessages } from '../../ui/i18n/context.tsx';
import { Page } from '../../ui/page.tsx';

/** What stands beside the list before an application is chosen; seen on wide screens alone. */
export function ChooseApp() {
  const words = useMessages(catalogMessages);
  return (
    <Page centred>
      <EmptyState icon="apps" title={words.choose}>
        {words.chooseWhy}
      </EmptyState>
    </Page>
  );
}

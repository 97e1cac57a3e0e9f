import { catalogMessages } from '../../features/catalog/messages.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { useMessages } from '../../ui/i18n/context.tsx';
import { Page } from '../../ui/layout/page.tsx';

/** Shown beside the list until an application is chosen; visible on wide screens only. */
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

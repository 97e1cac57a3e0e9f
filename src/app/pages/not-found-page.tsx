import { ButtonLink } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { useMessages } from '../../ui/i18n/context.tsx';
import { Main } from '../../ui/layout/frame.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { appMessages } from '../messages.ts';

/** The page at an address without a page of its own. */
export function NotFoundPage() {
  const words = useMessages(appMessages);
  return (
    <Main>
      <Page centred>
        <EmptyState
          heading="h1"
          title={words.notFound}
          action={<ButtonLink href="/">{words.toHome}</ButtonLink>}
        >
          {words.notFoundHelp}
        </EmptyState>
      </Page>
    </Main>
  );
}

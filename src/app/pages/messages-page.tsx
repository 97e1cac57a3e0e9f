import { catalogPages } from '../../../contract/common/catalog-pages.ts';
import { messageMessages } from '../../features/messages/messages.ts';
import { MessagesContent } from '../../features/messages/messages-content.tsx';
import { useMessages } from '../../ui/i18n/context.tsx';
import { Main } from '../../ui/layout/frame.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { TopBar } from '../../ui/layout/top-bar.tsx';
import { useBack } from '../navigation/use-back.ts';
import { NetworkLine } from '../network-line.tsx';

/** `/messages` */
export function MessagesPage() {
  const words = useMessages(messageMessages);
  return (
    <Main>
      <Page>
        <TopBar title={words.title} back={useBack(catalogPages.home)}>
          <h1>{words.title}</h1>
        </TopBar>
        <NetworkLine />
        <MessagesContent />
      </Page>
    </Main>
  );
}

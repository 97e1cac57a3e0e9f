import { catalogPages } from '../../../contract/common/catalog-pages.ts';
import { ChangesContent } from '../../features/changes/changes-content.tsx';
import { changesMessages } from '../../features/changes/messages.ts';
import { OwnReviewSheet } from '../../features/reviews/own-review-sheet.tsx';
import { useMessages } from '../../ui/i18n/context.tsx';
import { Main } from '../../ui/layout/frame.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { TopBar } from '../../ui/layout/top-bar.tsx';
import { useBack } from '../navigation/use-back.ts';
import { NetworkLine } from '../network-line.tsx';

/** `/account/changes` */
export function ChangesPage() {
  const words = useMessages(changesMessages);
  return (
    <Main>
      <Page>
        <TopBar title={words.title} back={useBack(catalogPages.account)}>
          <h1>{words.title}</h1>
        </TopBar>
        <NetworkLine changes={false} />
        <ChangesContent
          reviewSheet={(application, onClose) => (
            <OwnReviewSheet application={application} onClose={onClose} />
          )}
        />
      </Page>
    </Main>
  );
}

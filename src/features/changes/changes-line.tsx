import { catalogPages } from '../../../contract/common/catalog-pages.ts';
import { StatusLine } from '../../ui/feedback/status-line.tsx';
import { useMessages } from '../../ui/i18n/context.tsx';
import { changesMessages } from './messages.ts';
import { useCounts } from './use-changes.ts';

/** Says on every screen how many changes were not accepted or still wait, and leads to the page that lists them. */
export function ChangesLine() {
  const words = useMessages(changesMessages);
  const { refused, waiting, unpersisted } = useCounts();
  return (
    <>
      {refused > 0 && (
        <StatusLine icon="warning" href={catalogPages.changes} live>
          {words.refusedLine({ count: refused })}
        </StatusLine>
      )}
      {unpersisted > 0 && (
        <StatusLine icon="warning" href={catalogPages.changes} live>
          {words.unkeptLine({ count: unpersisted })}
        </StatusLine>
      )}
      {waiting > unpersisted && (
        <StatusLine icon="clock" href={catalogPages.changes} live>
          {words.waitingLine({ count: waiting - unpersisted })}
        </StatusLine>
      )}
    </>
  );
}

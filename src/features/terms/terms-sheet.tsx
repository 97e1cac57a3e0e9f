import type { ReactNode } from 'react';
import type { PersonTerms } from '../../../contract/terms.ts';
import { Sheet } from '../../ui/feedback/dialog.tsx';
import { Skeleton, SkeletonText } from '../../ui/feedback/skeleton.tsx';
import { useMessages } from '../../ui/i18n/context.tsx';
import { commonMessages } from '../../ui/i18n/messages.ts';
import { Stack } from '../../ui/layout/stack.tsx';
import { TermsText } from './terms-text.tsx';

type TermsSheetProps = {
  title: string;
  /** Null until they are loaded. */
  terms: PersonTerms | null;
  /** Before the text, and after it. */
  beforeText?: ReactNode;
  afterText?: ReactNode;
  actions?: ReactNode;
  onClose: () => void;
};

/** Terms in a sheet over the page. */
export function TermsSheet({ title, terms, beforeText, afterText, actions, onClose }: TermsSheetProps) {
  const common = useMessages(commonMessages);
  return (
    <Sheet open title={title} onClose={onClose} closeLabel={common.close} actions={actions}>
      <Stack>
        {beforeText}
        {terms === null ? (
          <Skeleton label={common.loading}>
            <SkeletonText lines={4} />
          </Skeleton>
        ) : (
          <TermsText terms={terms} />
        )}
        {afterText}
      </Stack>
    </Sheet>
  );
}

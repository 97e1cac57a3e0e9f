import type { PersonTerms } from '../../../contract/terms.ts';
import { useAccount } from '../../engine-context.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Note } from '../../ui/feedback/note.tsx';
import { useFormat, useMessages } from '../../ui/i18n/context.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Cluster, Stack } from '../../ui/layout/stack.tsx';
import { answer } from './answer.ts';
import { termsMessages } from './messages.ts';
import { TermsText } from './terms-text.tsx';

/** The terms of the organization, shown in place of the catalog until they are accepted. */
export function TermsContent({ terms }: { terms: PersonTerms }) {
  const { organization, outbox } = useAccount();
  const words = useMessages(termsMessages);
  const sendAnswer = (accepted: boolean) =>
    void answer(outbox, { terms: terms.id, application: null, accepted });
  return (
    <>
      <header>
        <h1>{words.title}</h1>
        <p className="quiet">{words.why({ organization: organization.name })}</p>
      </header>
      <Card>
        <Stack>
          <TermsText terms={terms} />
        </Stack>
      </Card>
      <Declined terms={terms} blockedThing={words.closed} />
      <Cluster even>
        <Button variant="strong" onClick={() => sendAnswer(true)}>
          {words.accept}
        </Button>
        {terms.accepted === null && (
          <Button variant="plain" onClick={() => sendAnswer(false)}>
            {words.decline}
          </Button>
        )}
      </Cluster>
    </>
  );
}

/** Says that the person declined, and what that means; nothing where they did not. */
export function Declined({
  terms: { accepted, answered },
  blockedThing,
}: {
  terms: PersonTerms;
  blockedThing: string;
}) {
  const words = useMessages(termsMessages);
  const format = useFormat();
  if (accepted !== false || answered === null) return null;
  return (
    <Note tone="warn" live>
      {words.declinedOn({ date: format.longDate(Date.parse(answered)) })} {blockedThing}
    </Note>
  );
}

import { useState } from 'react';
import { useEngine } from '../../engine-context.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Note } from '../../ui/feedback/note.tsx';
import { useMessages } from '../../ui/i18n/context.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import { ProblemNote } from './problem-note.tsx';
import { type LocalRecordsWords, localRecordsMessages } from './sign-in/local-records-messages.ts';
import { useAttempt } from './use-attempt.ts';
import { useCurrentPerson } from './use-current-person.ts';

type SwitchUserProps = {
  /**
   * Why another person wants to sign in: an invitation for them, a link of another organization, or because they say
   * so.
   */
  why: { kind: 'invitation'; name: string } | { kind: 'organization' } | { kind: 'other' };
  /** Called when nobody is signed in any more. */
  onFree: () => void;
  onCancel: () => void;
};

/**
 * Asks what to do with the person who is signed in here and with their unsent changes, before somebody else signs in.
 */
export function SwitchUser({ why, onFree, onCancel }: SwitchUserProps) {
  const engine = useEngine();
  const words = useMessages(localRecordsMessages).somebodyElse;
  const present = useCurrentPerson();
  const attempt = useAttempt();
  const [problem, setProblem] = useState<string | null>(null);
  if (present === null) return null;
  const { name, unsent, account } = present;
  const { session } = engine;

  const attempted = (leave: () => Promise<string | null>) => () =>
    void attempt.run(async () => {
      setProblem(null);
      const failure = await leave();
      if (failure === null) onFree();
      else setProblem(failure);
    });
  const signOut = attempted(async () => {
    await session.signOut();
    return null;
  });
  const send = attempted(async () => {
    await account?.outbox.send({ eager: true });
    if (account === null || account.outbox.unsent() > 0) return words.notSent;
    await session.signOut();
    return null;
  });
  const storeValue = attempted(async () => ((await session.switchUser()) ? null : words.notKept({ name })));
  return (
    <Stack>
      <h1>{words.title({ name })}</h1>
      <p>{getSentence(why, words)}</p>
      {attempt.error && <ProblemNote error={attempt.error} />}
      {problem !== null && (
        <Note tone="error" live>
          {problem}
        </Note>
      )}
      {unsent === 0 ? (
        <p>{words.gone({ name })}</p>
      ) : (
        <Note tone="warn" title={words.unsent({ count: unsent })}>
          {words.keepHelp({ name })}
        </Note>
      )}
      {unsent === 0 && (
        <Button variant="strong" full busy={attempt.busy} onClick={signOut}>
          {words.signOut({ name })}
        </Button>
      )}
      {unsent > 0 && account !== null && (
        <Button variant="strong" full busy={attempt.busy} onClick={send}>
          {words.send}
        </Button>
      )}
      {unsent > 0 && (
        <Button variant="plain" full busy={attempt.busy} onClick={storeValue}>
          {words.keep({ name })}
        </Button>
      )}
      <Button variant="quiet" full onClick={onCancel}>
        {words.cancel}
      </Button>
    </Stack>
  );
}

function getSentence(why: SwitchUserProps['why'], words: LocalRecordsWords['somebodyElse']): string {
  return why.kind === 'invitation' ? words.invitation({ name: why.name }) : words[why.kind];
}

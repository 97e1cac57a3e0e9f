import { useEffect, useRef, useState } from 'react';
import type { PushKinds } from '../../../contract/web-push.ts';
import { toClientError, toErrorReason } from '../../data/http/errors.ts';
import { useAccount } from '../../engine-context.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Switch } from '../../ui/controls/checkbox.tsx';
import { Note } from '../../ui/feedback/note.tsx';
import { useMessages } from '../../ui/i18n/context.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import { readKinds, switchOff, switchOn } from './browser-push.ts';
import { pushMessages } from './push-messages.ts';
import { getPushSupport } from './push-support.ts';

const allKinds: PushKinds = { messages: true, updates: true, replies: true };
const kindNames = ['messages', 'updates', 'replies'] as const;

/**
 * What this device notifies the person of while the catalog is closed. They switch it on here by a tap, with a sentence
 * that says why.
 */
export function PushSection() {
  const words = useMessages(pushMessages);
  return (
    <Section title={words.title}>
      <Card>
        <PushChoice />
      </Card>
    </Section>
  );
}

/** Switches them on, and by kind. */
export function PushChoice() {
  const words = useMessages(pushMessages);
  const { kinds, problem, change } = useKinds();
  const support = getPushSupport();
  if (support === 'none') return <p>{words.unsupported}</p>;
  if (support === 'denied') return <p>{words.denied}</p>;
  return (
    <Stack>
      {problem && <Note tone="error">{words[problem]}</Note>}
      {kinds === null && (
        <>
          <p>{words.why}</p>
          <Button onClick={() => change(allKinds)}>{words.on}</Button>
        </>
      )}
      {kinds &&
        kindNames.map((name) => (
          <Switch
            key={name}
            label={words.kinds[name]}
            checked={kinds[name]}
            onChange={(checked) => change({ ...kinds, [name]: checked })}
          />
        ))}
    </Stack>
  );
}

/** The catalog's language, as set on the page. */
const getPageLanguage = ({ documentElement }: Document) => (documentElement.lang === 'de' ? 'de' : 'en');

const isAnyEnabled = (kinds: PushKinds): boolean => Object.values(kinds).some(Boolean);

type Problem = 'offline' | 'notAllowed' | 'terms' | 'failed';

function toProblem(fault: unknown): Problem {
  const error = toClientError(fault);
  if (toErrorReason(error).name === 'terms_not_accepted') return 'terms';
  return error.kind === 'offline' ? 'offline' : 'failed';
}

/** The kinds; undefined while they are not known yet. When the last kind is switched off, push itself is. */
function useKinds() {
  const account = useAccount();
  const [kinds, setKinds] = useState<PushKinds | null | undefined>(undefined);
  const [problem, setProblem] = useState<Problem | null>(null);
  useEffect(() => {
    if (getPushSupport() === 'none') return;
    readKinds(account).then(setKinds, (fault: unknown) => setProblem(toProblem(fault)));
  }, [account]);
  // One after another: a person who changes two kinds quickly means both.
  const turn = useRef(Promise.resolve());
  const apply = async (wanted: PushKinds, before: PushKinds | null) => {
    try {
      if (!isAnyEnabled(wanted)) return await switchOff(account);
      const isAllowed = await switchOn(account, wanted, getPageLanguage(document));
      if (!isAllowed) setProblem('notAllowed');
      if (!isAllowed || before === null) setKinds(isAllowed ? wanted : null);
    } catch (fault) {
      setKinds(before);
      setProblem(toProblem(fault));
    }
  };
  const change = (wanted: PushKinds) => {
    setProblem(null);
    // Browsers ask the person only during a tap.
    if (!kinds) return void apply(wanted, null);
    setKinds(isAnyEnabled(wanted) ? wanted : null);
    turn.current = turn.current.then(() => apply(wanted, kinds));
  };
  return { kinds, problem, change };
}

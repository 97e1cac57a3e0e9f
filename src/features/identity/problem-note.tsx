import { type ClientError, RefusedError, ServerError } from '../../data/http/errors.ts';
import { Button, ButtonLink } from '../../ui/controls/button.tsx';
import { ErrorDetails } from '../../ui/feedback/error-state.tsx';
import { Note } from '../../ui/feedback/note.tsx';
import { useFormat, useMessages } from '../../ui/i18n/context.tsx';
import { commonMessages } from '../../ui/i18n/messages.ts';
import type { Fact } from '../../ui/lists/facts.tsx';
import { identityMessages } from './messages.ts';
import { signInProblem } from './problem.ts';
import { useSupport } from './use-support.ts';

type ProblemNoteProps = { error: ClientError; userIdTyped?: boolean };

/** Says why signing in failed, and who can help. Read aloud when it appears. */
export function ProblemNote({ error, userIdTyped = false }: ProblemNoteProps) {
  const words = useMessages(identityMessages);
  const common = useMessages(commonMessages);
  const { time } = useFormat();
  const support = useSupport();
  const problem = signInProblem(error, { words, time, userIdTyped });
  const reload = problem.reload && (
    <Button size="pill" onClick={() => location.reload()}>
      {words.problem.reload}
    </Button>
  );
  const contact = problem.contact && support !== '' && (
    <ButtonLink size="pill" href={`mailto:${support}`}>
      {`${words.problem.contact} ${support}`}
    </ButtonLink>
  );
  return (
    <>
      <Note tone="error" live title={problem.title} action={contact || reload}>
        {problem.text}
      </Note>
      {problem.details && <ErrorDetails summary={common.details} facts={listFacts(error, common)} />}
    </>
  );
}

/** What support asks for: the error's code and the request's guid. */
function listFacts(error: ClientError, names: { code: string; guid: string }): Fact[] {
  const code = error instanceof RefusedError ? error.refusal.code : null;
  const status = error instanceof ServerError ? `HTTP ${error.status}` : null;
  const guid = error instanceof RefusedError ? error.refusal.guid : null;
  const reference = error instanceof ServerError ? error.guid : guid;
  return [
    { label: names.code, value: code ?? status ?? error.kind },
    ...(reference === null ? [] : [{ label: names.guid, value: reference }]),
  ];
}

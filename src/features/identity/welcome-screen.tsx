import { useCallback, useEffect, useState } from 'react';
import { engine } from '../../data/current.ts';
import { type ClientError, RefusedError, toClientError } from '../../data/errors.ts';
import { Brand } from '../../ui/brand.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Details } from '../../ui/facts.tsx';
import { useMessages } from '../../ui/i18n/context.tsx';
import { Note } from '../../ui/note.tsx';
import { Page } from '../../ui/page.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Stack } from '../../ui/stack.tsx';
import { useObservable } from '../../ui/use-observable.ts';
import { identityMessages } from './messages.ts';
import { NewPasswordForm } from './new-password-form.tsx';
import { ProblemNote } from './problem-note.tsx';
import { useTyped } from './store.ts';
import { SupportLine } from './support-line.tsx';

type Invitation = Awaited<ReturnType<ReturnType<typeof engine>['session']['invitation']>>;
type Asked =
  | { state: 'asking' }
  | { state: 'good'; invitation: Invitation }
  | { state: 'failed'; error: ClientError };

type WelcomeScreenProps = {
  /** What stood behind the # of the invitation's link. */
  secret: string;
  /** They chose a password and are signed in. */
  onSignedIn: () => void;
};

/** Where an invited person begins: chooses a password, and is in. */
export function WelcomeScreen({ secret, onSignedIn }: WelcomeScreenProps) {
  const name = useObservable(engine().branding.state).value?.name;
  const { asked, ask } = useInvitation(secret);
  return (
    <main>
      <Page width="narrow" centred>
        {name !== undefined && <Brand name={name} />}
        <Card>
          <Stack>
            {asked.state === 'asking' && <SkeletonRows count={2} />}
            {asked.state === 'failed' && <NotGood error={asked.error} onAgain={ask} />}
            {asked.state === 'good' && (
              <FirstPassword secret={secret} invitation={asked.invitation} onSignedIn={onSignedIn} />
            )}
          </Stack>
        </Card>
        <SupportLine />
      </Page>
    </main>
  );
}

function useInvitation(secret: string): { asked: Asked; ask: () => void } {
  const [asked, setAsked] = useState<Asked>({ state: 'asking' });
  const ask = useCallback(() => {
    setAsked({ state: 'asking' });
    void engine()
      .session.invitation(secret)
      .then((invitation): Asked => ({ state: 'good', invitation }))
      .catch((fault: unknown): Asked => ({ state: 'failed', error: toClientError(fault) }))
      .then(setAsked);
  }, [secret]);
  useEffect(ask, [ask]);
  return { asked, ask };
}

type FirstPasswordProps = WelcomeScreenProps & { invitation: Invitation };

function FirstPassword({ secret, invitation: { user, organization }, onSignedIn }: FirstPasswordProps) {
  const words = useMessages(identityMessages).welcome;
  const { remember } = useTyped();
  const save = async (password: string) => {
    await engine().session.acceptInvitation(secret, password, remember);
    onSignedIn();
  };
  return (
    <>
      <h1>{words.title(user.first_name)}</h1>
      <p>{words.why(organization.name)}</p>
      <Details facts={[{ label: words.userId, value: user.user_id }]} />
      <NewPasswordForm userId={user.user_id} old={null} why={null} action={words.choose} save={save} />
    </>
  );
}

type NotGoodProps = { error: ClientError; onAgain: () => void };

function NotGood({ error, onAgain }: NotGoodProps) {
  const words = useMessages(identityMessages).welcome;
  const isOver = error instanceof RefusedError && error.errorName === 'link_expired';
  return (
    <>
      <h1>{words.notGood}</h1>
      {isOver ? (
        <>
          <Note tone="warn" live>
            {words.over}
          </Note>
          <ButtonLink href="/" full>
            {words.signIn}
          </ButtonLink>
        </>
      ) : (
        <>
          <ProblemNote error={error} />
          <Button variant="strong" full onClick={onAgain}>
            {words.again}
          </Button>
        </>
      )}
    </>
  );
}

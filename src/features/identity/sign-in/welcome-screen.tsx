import { useCallback, useEffect, useState } from 'react';
import { forgottenPath } from '../../../../contract/common/catalog-pages.ts';
import type { Engine } from '../../../data/engine.ts';
import { type ClientError, RefusedError, toClientError } from '../../../data/http/errors.ts';
import type { OldRecordsChoice } from '../../../data/session/account-encryption.ts';
import { OldPasswordNeededError } from '../../../data/session/unlock-errors.ts';
import { useEngine } from '../../../engine-context.tsx';
import { Button, ButtonLink } from '../../../ui/controls/button.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { SkeletonRows } from '../../../ui/feedback/skeleton.tsx';
import { useObservable } from '../../../ui/hooks/use-observable.ts';
import { useFormat, useMessages } from '../../../ui/i18n/context.tsx';
import { Brand } from '../../../ui/layout/brand.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { Page } from '../../../ui/layout/page.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { Details } from '../../../ui/lists/facts.tsx';
import { ForgottenPassword } from '../passwords/forgotten-password.tsx';
import { NewPasswordForm } from '../passwords/new-password-form.tsx';
import { OldPasswordForm } from '../passwords/old-password-form.tsx';
import { ProblemNote } from '../problem-note.tsx';
import { SupportLine } from '../support-line.tsx';
import { SwitchUser } from '../switch-user.tsx';
import { useTypedFields } from '../typed-fields-state.ts';
import { useAttempt } from '../use-attempt.ts';
import { useCurrentPerson } from '../use-current-person.ts';
import { welcomeMessages } from './welcome-messages.ts';
import './sign-in.css';

type Invitation = Awaited<ReturnType<Engine['session']['calls']['readInvitation']>>;
type InvitationQuery =
  | { state: 'asking' }
  | { state: 'good'; invitation: Invitation }
  | { state: 'failed'; error: ClientError };

type WelcomeScreenProps = {
  /** The part after the # of the invitation's link. */
  secret: string;
  /** Called when the person has chosen a password and is signed in. */
  onSignedIn: () => void;
  /** Called when whoever is signed in here wants to stay. */
  onCancel: () => void;
};

/** The page of an invitation or a reset: the person chooses a password and is signed in; or asks for a link to do so. */
export function WelcomeScreen(props: WelcomeScreenProps) {
  const name = useObservable(useEngine().branding.state).value?.name;
  useOtherLink();
  return (
    <main>
      <Page width="narrow" centred>
        <Brand name={name} />
        <Card>
          <Stack>{isForgotten(props.secret) ? <ForgottenPassword /> : <LinkSignIn {...props} />}</Stack>
        </Card>
        <SupportLine />
      </Page>
    </main>
  );
}

const isForgotten = (secret: string): boolean => forgottenPath.endsWith(`#${secret}`);

/** The words of an invitation, or of the link of a reset, by the address of the page. */
function useWords() {
  const words = useMessages(welcomeMessages);
  return new URLSearchParams(location.search).has('reset') ? { ...words, ...words.reset } : words;
}

function LinkSignIn(props: WelcomeScreenProps) {
  const { query, reload } = useInvitation(props.secret);
  if (query.state === 'asking') return <SkeletonRows count={2} />;
  if (query.state === 'failed') return <InvalidLink error={query.error} onRetry={reload} />;
  return <Invited {...props} invitation={query.invitation} onOver={reload} />;
}

function useInvitation(secret: string): { query: InvitationQuery; reload: () => void } {
  const { calls } = useEngine().session;
  const [query, setRequested] = useState<InvitationQuery>({ state: 'asking' });
  const reload = useCallback(() => {
    setRequested({ state: 'asking' });
    void calls
      .readInvitation(secret)
      .then((invitation): InvitationQuery => ({ state: 'good', invitation }))
      .catch((fault: unknown): InvitationQuery => ({ state: 'failed', error: toClientError(fault) }))
      .then(setRequested);
  }, [calls, secret]);
  useEffect(reload, [reload]);
  return { query, reload };
}

/**
 * Reloads the page for another invitation's link: only the part after the # changes, for which a browser does not load
 * the page.
 */
function useOtherLink(): void {
  useEffect(() => {
    const startOver = () => location.reload();
    addEventListener('hashchange', startOver);
    return () => removeEventListener('hashchange', startOver);
  }, []);
}

const isExpired = (error: ClientError): boolean =>
  error instanceof RefusedError && error.errorName === 'link_expired';

type FirstPasswordProps = WelcomeScreenProps & {
  invitation: Invitation;
  /** Called when the invitation turns out to be used, also when the answer to the person's own choice was lost. */
  onOver: () => void;
};

/** Asks for the first password, when nobody else is signed in on this device. */
function Invited(props: FirstPasswordProps) {
  const { user } = props.invitation;
  const present = useCurrentPerson();
  if (present === null || present.userId.toLowerCase() === user.user_id.toLowerCase())
    return <FirstPassword {...props} />;
  const name = `${user.first_name} ${user.last_name}`.trim() || user.user_id;
  return <SwitchUser why={{ kind: 'invitation', name }} onFree={() => undefined} onCancel={props.onCancel} />;
}

function FirstPassword({ secret, invitation, onOver, onSignedIn }: FirstPasswordProps) {
  const { session } = useEngine();
  const { user, organization } = invitation;
  const words = useWords();
  const { remember, clear } = useTypedFields();
  const hint = useNeeds(invitation);
  const [password, setPassword] = useState('');
  const opening = useAttempt();
  const finish = () => {
    clear();
    onSignedIn();
  };
  const open = (stored: OldRecordsChoice) =>
    opening.run(async () => {
      await session.signIn({ userId: user.user_id, password, remember }, stored);
      finish();
    });
  const save = async (password: string) => {
    try {
      await session.acceptInvitation(secret, password, remember);
    } catch (fault) {
      if (isExpired(toClientError(fault))) onOver();
      if (fault instanceof OldPasswordNeededError) {
        setPassword(password);
        return opening.run(() => Promise.reject(fault));
      }
      throw fault;
    }
    finish();
  };
  if (opening.error instanceof OldPasswordNeededError) {
    return (
      <OldPasswordForm
        heading
        error={opening.error}
        busy={opening.busy}
        onChooseOldRecords={(stored) => void open(stored)}
      />
    );
  }
  return (
    <>
      <h1>{words.title({ name: user.first_name })}</h1>
      <p>{words.why({ organization: organization.name })}</p>
      <Details facts={[{ label: words.userId, value: user.user_id }]} />
      <NewPasswordForm
        userId={user.user_id}
        old={null}
        why={null}
        hint={hint}
        action={words.choose}
        save={save}
      />
    </>
  );
}

/** The rules for the password, as a sentence. */
function useNeeds({ password_needs: needs }: Invitation): string {
  const { kinds, needs: sentence } = useMessages(welcomeMessages);
  const { list } = useFormat();
  const names = ['length', 'lowercase', 'uppercase', 'digits', 'symbols'] as const;
  return sentence({
    list: list(names.filter((name) => needs[name] > 0).map((name) => kinds[name]({ count: needs[name] }))),
  });
}

type InvalidLinkProps = { error: ClientError; onRetry: () => void };

function InvalidLink({ error, onRetry }: InvalidLinkProps) {
  const words = useWords();
  return (
    <>
      <h1>{words.notGood}</h1>
      {isExpired(error) ? (
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
          <Button variant="strong" full onClick={onRetry}>
            {words.again}
          </Button>
        </>
      )}
    </>
  );
}

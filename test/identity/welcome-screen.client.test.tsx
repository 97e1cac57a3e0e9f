import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { authenticateUser } from '../../contract/identity.ts';
import { updateOrganization } from '../../contract/organizations.ts';
import { addUser } from '../../contract/users.ts';
import { identityMessages } from '../../src/features/identity/messages.ts';
import { forgottenMessages } from '../../src/features/identity/passwords/forgotten-messages.ts';
import { SignInScreen } from '../../src/features/identity/sign-in/sign-in-screen.tsx';
import { welcomeMessages } from '../../src/features/identity/sign-in/welcome-messages.ts';
import { WelcomeScreen } from '../../src/features/identity/sign-in/welcome-screen.tsx';
import { useTypedFields } from '../../src/features/identity/typed-fields-state.ts';
import { commonMessages } from '../../src/ui/i18n/messages.ts';
import { type Line, openLine } from '../setup/http/line.ts';
import { MailServer, secretIn } from '../setup/servers/mail-server.ts';
import { startService } from '../setup/service.ts';
import { openPage, type SimulatedPage } from '../setup/simulated-page/page.tsx';
import { rulesForUsers } from './passwords.ts';

let page: SimulatedPage;
let line: Line;
let made = 0;
let isIn = false;

const mail = await MailServer.start();
const service = await startService({ smtp: mail.smtp });
await service.ok(updateOrganization, {
  token: service.admin.token,
  params: { org_id: service.admin.orgId },
  body: { password_complexity: rulesForUsers },
});
beforeEach(async () => {
  isIn = false;
  line = await openLine(service.url);
  page = await openPage(line.url);
});
afterEach(async () => {
  await page.close();
  await line.close();
});
afterAll(async () => {
  await service.stop();
  await mail.stop();
});

async function invited(): Promise<{ userId: string; secret: string }> {
  const userId = `new${++made}`;
  const email = `${userId}@example.org`;
  const names = { user_id: userId, first_name: 'Ina', last_name: 'Vited', email };
  const body = { ...names, password: 'Given-by-admin-1' };
  await service.ok(addUser, { token: service.admin.token, body });
  const [sent] = await mail.mailsTo(email);
  return { userId, secret: secretIn(sent) };
}

const open = (secret: string, region = 'en'): UserEvent =>
  page.draw(<WelcomeScreen secret={secret} onSignedIn={() => (isIn = true)} onCancel={() => undefined} />, {
    locale: { language: region === 'de' ? 'de' : 'en', region },
  });
const field = () => screen.findByLabelText('New password');

describe('the page behind an invitation', () => {
  it('says for whom it is and what a password needs, and signs in with the one that is chosen', async () => {
    const { userId, secret } = await invited();
    const person = open(secret);
    expect(await screen.findByRole('heading', { name: 'Welcome, Ina' })).toBeVisible();
    expect(screen.getByText(userId)).toBeVisible();
    expect(await field()).toHaveAccessibleDescription(
      'At least 8 characters, 1 lowercase letter, and 1 number',
    );
    await person.type(await field(), 'my-own-choice-2{Enter}');
    await waitFor(() => expect(isIn).toBe(true));
    expect(page.account.user.user_id).toBe(userId);
    await service.ok(authenticateUser, { body: { user_id: userId, password: 'my-own-choice-2' } });
  });

  it('speaks German', async () => {
    const { secret } = await invited();
    await Promise.all([welcomeMessages, identityMessages, commonMessages].map((words) => words.load('de')));
    open(secret, 'de');
    expect(await screen.findByLabelText('Neues Passwort')).toHaveAccessibleDescription(
      'Mindestens 8 Zeichen, 1 Kleinbuchstabe und 1 Ziffer',
    );
  });

  it('says which rule a password breaks, and keeps it', async () => {
    const { secret } = await invited();
    const person = open(secret);
    await person.type(await field(), 'no-digits-here{Enter}');
    expect(await screen.findByText('Use at least 1 number.')).toBeVisible();
    expect(await field()).toHaveValue('no-digits-here');
  });

  it('of a link that is good no more leads to the sign-in', async () => {
    open('made-up');
    expect(await screen.findByText(/^This invitation has expired, was already used/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/');
  });

  it('leads there too when the answer to the choice was lost: the password may be theirs already', async () => {
    const { userId, secret } = await invited();
    const person = open(secret);
    await person.type(await field(), 'my-own-choice-2');
    line.state = 'deaf';
    await person.click(screen.getByRole('button', { name: 'Choose and sign in' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('The service can’t be reached.');
    line.state = 'open';
    await person.click(screen.getByRole('button', { name: 'Choose and sign in' }));
    expect(await screen.findByText(/sign in with your password/)).toBeVisible();
    expect(page.engine.getAccount()).toBeNull();
    await service.ok(authenticateUser, { body: { user_id: userId, password: 'my-own-choice-2' } });
  });

  it('can be tried again when nobody answered', async () => {
    const { secret } = await invited();
    line.state = 'cut';
    const person = open(secret);
    expect(await screen.findByRole('alert')).toHaveTextContent('The service can’t be reached.');
    line.state = 'open';
    await person.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await field()).toBeVisible();
  });
});

describe('who has forgotten their password', () => {
  const reset = '/welcome?reset=1';
  afterEach(() => {
    history.replaceState(null, '', '/');
    useTypedFields.getState().clear();
  });

  it('is led from the sign-in to a page that has a link mailed, by which they choose another', async () => {
    page.draw(<SignInScreen />);
    const forgotten = await screen.findByRole('link', { name: 'Forgot your password?' });
    expect(forgotten).toHaveAttribute('href', '/welcome#forgotten');
    const user = await service.makeUser();
    const person = open('forgotten');
    await person.click(await screen.findByRole('button', { name: 'Send me the link' }));
    const name = screen.getByLabelText('User ID or email address');
    expect(name).toHaveAccessibleDescription('Enter your user ID or email address.');
    await person.type(name, ` ${user.userId} {Enter}`);
    expect(await screen.findByText(/the link is on its way/)).toBeVisible();
    const [sent] = await mail.mailsTo(`${user.userId}@example.org`);
    history.replaceState(null, '', reset);
    const again = open(secretIn(sent));
    expect(await screen.findByRole('heading', { name: 'Hello, Test' })).toBeVisible();
    await again.type(await field(), 'remembered-now-1{Enter}');
    await waitFor(() => expect(isIn).toBe(true));
    expect(page.account.user.user_id).toBe(user.userId);
  });

  it('reads what a link that is good no more was for', async () => {
    history.replaceState(null, '', reset);
    open('made-up');
    expect(await screen.findByText(/Get a new one on the sign-in page/)).toBeVisible();
  });

  it('reads that nobody answered, and keeps what they typed', async () => {
    await Promise.all([forgottenMessages, identityMessages].map((words) => words.load('de')));
    const person = open('forgotten', 'de');
    line.state = 'cut';
    const name = await screen.findByLabelText('Benutzer-ID oder E-Mail-Adresse');
    await person.type(name, 'somebody{Enter}');
    expect(await screen.findByRole('alert')).toBeVisible();
    expect(name).toHaveValue('somebody');
    // As after a reload.
    expect(localStorage.getItem('appshelf.user-id')).toBe('somebody');
  });
});

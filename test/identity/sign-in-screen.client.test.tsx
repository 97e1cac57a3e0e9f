import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { deleteDB } from 'idb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { authenticateUser } from '../../contract/identity.ts';
import { updateOrganization } from '../../contract/organizations.ts';
import { deleteUser, updateUser } from '../../contract/users.ts';
import { SessionGate } from '../../src/app/session-gate.tsx';
import { useTypedFields } from '../../src/features/identity/typed-fields-state.ts';
import { type Line, openLine } from '../setup/http/line.ts';
import { openService } from '../setup/open-service.ts';
import { openPage, type SimulatedPage } from '../setup/simulated-page/page.tsx';
import type { TestUser } from '../setup/world/people.ts';
import { expirePassword, rulesForUsers } from './passwords.ts';

let page: SimulatedPage;
let line: Line;
let user: TestUser;

const service = await openService();
await service.ok(updateOrganization, {
  token: service.admin.token,
  params: { org_id: service.admin.orgId },
  body: { support_email: 'help@example.org', password_complexity: rulesForUsers },
});

beforeEach(async () => {
  line = await openLine(service.url);
  user = await service.makeUser();
});

afterEach(async () => {
  useTypedFields.getState().clear();
  await page.close();
  await line.close();
});

const open = async (): Promise<UserEvent> => {
  page = await openPage(line.url);
  return page.draw(
    <SessionGate>
      <p>The catalog</p>
    </SessionGate>,
  );
};
const userIdField = () => screen.findByRole('textbox', { name: 'User ID' });
const passwordField = () => screen.findByLabelText('Password');
const button = () => screen.getByRole('button', { name: 'Sign in' });

async function type(person: UserEvent, userId: string, password: string): Promise<void> {
  await person.type(await userIdField(), userId);
  await person.type(await passwordField(), `${password}{Enter}`);
}

const asAdministrator = () => ({ token: service.admin.token, params: { user: user.id } });

describe('the sign-in page', () => {
  it('shows the organization and how to reach its support', async () => {
    await open();
    expect(await screen.findByText('Test Organization')).toBeVisible();
    const support = screen.getByRole('link', { name: 'help@example.org' });
    expect(support).toHaveAttribute('href', 'mailto:help@example.org');
  });

  it('can be filled in by a password manager, with the cursor where typing begins', async () => {
    await open();
    expect(await userIdField()).toHaveAttribute('autocomplete', 'username');
    expect(await passwordField()).toHaveAttribute('autocomplete', 'current-password');
    expect(await userIdField()).toHaveFocus();
  });

  it('signs in by Enter', async () => {
    const person = await open();
    await type(person, ` ${user.userId} `, user.password);
    expect(await screen.findByText('The catalog')).toBeVisible();
    await waitFor(() => expect(useTypedFields.getState().password).toBe(''));
  });

  it('asks for what is missing before it asks the service', async () => {
    const person = await open();
    // Requests that the page sends by itself.
    await screen.findByText('Test Organization');
    const before = line.log.length;
    await person.click(button());
    expect(await userIdField()).toHaveAccessibleDescription(/Enter your user ID/);
    expect(await userIdField()).toHaveFocus();
    expect(await passwordField()).toHaveAccessibleDescription('Enter your password.');
    expect(line.log.length).toBe(before);
  });

  it('keeps what was typed when the password is wrong', async () => {
    const person = await open();
    await type(person, user.userId, 'not-this-one');
    expect(await screen.findByRole('alert')).toHaveTextContent('Wrong user ID or password.');
    expect(await userIdField()).toHaveValue(user.userId);
    expect(await passwordField()).toHaveValue('not-this-one');
  });

  it('says until when the account is locked', async () => {
    const wrong = { body: { user_id: user.userId, password: 'wrong-password' } };
    for (let attempt = 0; attempt < 3; attempt++) await service.refused(authenticateUser, wrong);
    const person = await open();
    await type(person, user.userId, user.password);
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(/locked until \d\d:\d\d\./);
    expect(await passwordField()).toHaveValue(user.password);
  });

  it('says whom to write to when the account is disabled', async () => {
    await service.ok(updateUser, { ...asAdministrator(), body: { disabled: true } });
    const person = await open();
    await type(person, user.userId, user.password);
    expect(await screen.findByRole('alert')).toHaveTextContent('Your account is disabled.');
    const contact = screen.getByRole('link', { name: 'Contact help@example.org' });
    expect(contact).toHaveAttribute('href', 'mailto:help@example.org');
  });

  it('says that the account was deleted', async () => {
    await service.ok(deleteUser, asAdministrator());
    const person = await open();
    await type(person, user.userId, user.password);
    expect(await screen.findByRole('alert')).toHaveTextContent('Your account was deleted.');
  });

  it.each([
    ['cut', 'The service can’t be reached.'],
    ['hotel', 'This network asks you to sign in first.'],
    ['failing', 'The service is busy or restarting.'],
  ] as const)(
    'over a line that is %s says so, keeps what was typed, and can try again',
    async (state, words) => {
      const person = await open();
      await userIdField();
      line.state = state;
      await type(person, user.userId, user.password);
      expect(await screen.findByRole('alert')).toHaveTextContent(words);
      line.state = 'open';
      await person.click(button());
      expect(await screen.findByText('The catalog')).toBeVisible();
    },
  );

  it('offers the person who signed in here last, where the browser lost the rest', async () => {
    page = await openPage(line.url, user);
    const { name } = page.account;
    page.engine.close();
    await deleteDB(name);
    const person = await open();
    expect(await userIdField()).toHaveValue(user.userId);
    expect(await passwordField()).toHaveFocus();
    await person.type(await passwordField(), `${user.password}{Enter}`);
    expect(await screen.findByText('The catalog')).toBeVisible();
  });
});

describe('an expired password', () => {
  const newPassword = () => screen.findByLabelText('New password');
  const save = () => screen.getByRole('button', { name: 'Change and sign in' });

  beforeEach(() => expirePassword(service, user));

  it('is changed on the same page, which then signs in', async () => {
    const person = await open();
    await type(person, user.userId, user.password);
    expect(await screen.findByText('You need a new password.')).toBeVisible();
    await person.type(await newPassword(), 'a-new-pass-2');
    await person.click(save());
    expect(await screen.findByText('The catalog')).toBeVisible();
    const signIn = { body: { user_id: user.userId, password: 'a-new-pass-2' } };
    await service.ok(authenticateUser, signIn);
  });

  it.each([
    ['short1', 'Use at least 8 characters.'],
    ['no-digits-here', 'Use at least 1 number.'],
    ['with-1 space', 'Passwords can’t contain spaces.'],
    ['CAPITALS-123', 'Use at least 1 lowercase letter.'],
    ['Password1', 'This password is too common and easy to guess. Choose a different one.'],
    ['appshelf-2026', 'Don’t build your password from your name or your organization’s. Add other words.'],
  ])('is not replaced by %j against a rule of the organization, and stays as typed', async (next, words) => {
    const person = await open();
    await type(person, user.userId, user.password);
    await person.type(await newPassword(), `${next}{Enter}`);
    expect(await screen.findByText(words)).toBeVisible();
    expect(await newPassword()).toHaveValue(next);
  });

  it.each([
    ['', 'Enter a new password.'],
    ['Correct-horse-7', 'This is your current password. Choose a different one.'],
  ])('is not replaced by %j', async (next, words) => {
    const person = await open();
    await type(person, user.userId, user.password);
    const field = await newPassword();
    if (next !== '') await person.type(field, next);
    await person.click(save());
    expect(field).toHaveAccessibleDescription(words);
  });

  it('leads back to what was typed', async () => {
    const person = await open();
    await type(person, user.userId, user.password);
    await newPassword();
    await person.click(screen.getByRole('button', { name: 'Back' }));
    expect(await userIdField()).toHaveValue(user.userId);
    expect(await passwordField()).toHaveValue(user.password);
  });
});

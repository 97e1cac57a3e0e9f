import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { deletePairing } from '../../contract/devices.ts';
import { endSession } from '../../contract/identity.ts';
import { updateOrganization } from '../../contract/organizations.ts';
import { readCaller, updateUser } from '../../contract/users.ts';
import { SessionGate } from '../../src/app/session-gate.tsx';
import { useTypedFields } from '../../src/features/identity/typed-fields-state.ts';
import { reviewWrite } from '../../src/features/reviews/pending-write.ts';
import { type Line, openLine } from '../setup/http/line.ts';
import { openService } from '../setup/open-service.ts';
import { openPage, type SimulatedPage } from '../setup/simulated-page/page.tsx';
import type { TestUser } from '../setup/world/people.ts';
import { assign, join, makeGroup, publishAndroid } from '../setup/world/publishing.ts';
import { expirePassword, rulesForUsers } from './passwords.ts';

let page: SimulatedPage;
let line: Line;
let user: TestUser;

const service = await openService();
await service.ok(updateOrganization, {
  token: service.admin.token,
  params: { org_id: service.admin.orgId },
  body: { password_complexity: rulesForUsers },
});
const group = await makeGroup(service, 'Crew');
const application = (await publishAndroid(service, 'org.example.ended')).id;
await assign(service, group, { id: application });

beforeEach(async () => {
  line = await openLine(service.url);
  user = await service.makeUser();
  await join(service, group, user);
  page = await openPage(line.url, user);
});

afterEach(async () => {
  useTypedFields.getState().clear();
  await page.close();
  await line.close();
});

const drawPage = () =>
  page.draw(
    <SessionGate>
      <label>
        Half a review
        <input />
      </label>
    </SessionGate>,
  );
const dialog = () => screen.findByRole('dialog', { name: 'Please sign in again' });
const passwordField = () => screen.findByLabelText(/^Password/);
const halfReview = () => screen.getByLabelText('Half a review');

/** Sends any request, by which the page learns whether the session is still valid. */
const asking = () => page.account.call(readCaller).catch(() => undefined);

/** Signs out from elsewhere: the next request finds that the token is void. */
async function endSessionElsewhere(): Promise<void> {
  await service.ok(endSession, { token: page.account.session.token ?? '' });
  await asking();
}

const rate = () => page.account.outbox.enqueue(reviewWrite, { application, like: 1 });
const asAdministrator = () => ({ token: service.admin.token, params: { user: user.id } });

describe('a session that ended', () => {
  it('asks for the password over the page, which stays as it was', async () => {
    const person = drawPage();
    await person.type(halfReview(), 'It leaks');
    await endSessionElsewhere();
    await dialog();
    await person.type(await passwordField(), `${user.password}{Enter}`);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(halfReview()).toHaveValue('It leaks');
    expect(page.account.session.token).not.toBeNull();
  });

  it('keeps the password that was wrong', async () => {
    const person = drawPage();
    await endSessionElsewhere();
    await person.type(await passwordField(), 'not-this-one{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('Wrong password.');
    expect(await passwordField()).toHaveValue('not-this-one');
  });

  it('sends what waited once the person is back', async () => {
    const person = drawPage();
    await endSessionElsewhere();
    await rate();
    expect(await screen.findByText(/1 change is saved on this device/)).toBeVisible();
    await person.type(await passwordField(), `${user.password}{Enter}`);
    await waitFor(() => expect(page.account.outbox.unsent()).toBe(0));
    expect(page.account.outbox.rows.get()).toMatchObject([{ state: 'sent', lastError: null }]);
  });

  it('changes a password that has expired meanwhile', async () => {
    const person = drawPage();
    await expirePassword(service, user);
    await endSessionElsewhere();
    await person.type(await passwordField(), `${user.password}{Enter}`);
    await person.type(await screen.findByLabelText('New password'), 'a-new-pass-2{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(halfReview()).toBeVisible();
  });

  it('says when the device was removed from the account', async () => {
    drawPage();
    const params = { user: user.id, device: page.account.session.device.id };
    await service.ok(deletePairing, { token: service.admin.token, params });
    await asking();
    expect(await dialog()).toBeVisible();
    expect(await screen.findByText(/^This device was removed/)).toBeVisible();
  });

  it.each([
    ['the password was changed', { password: 'Another-2-pass' }, /^Your password was changed/],
    ['the account was disabled', { disabled: true }, /^Your account was disabled/],
  ])('says when %s', async (_what, body, sentence) => {
    drawPage();
    await service.ok(updateUser, { ...asAdministrator(), body });
    await asking();
    expect(await screen.findByText(sentence)).toBeVisible();
  });

  it('says when it was signed out elsewhere', async () => {
    drawPage();
    await endSessionElsewhere();
    expect(await screen.findByText(/^This session was signed out elsewhere/)).toBeVisible();
  });

  it('says when the account was disabled, also when the right password is typed', async () => {
    const person = drawPage();
    await service.ok(updateUser, { ...asAdministrator(), body: { disabled: true } });
    await asking();
    await person.type(await passwordField(), `${user.password}{Enter}`);
    expect(await screen.findByRole('alert')).toHaveTextContent('Your account is disabled.');
  });

  it('lets the person read on without a network, and asks again when it is back', async () => {
    const person = drawPage();
    await endSessionElsewhere();
    await dialog();
    line.state = 'cut';
    await page.engine.connectivity.check();
    await person.click(await screen.findByRole('button', { name: 'Not now, continue offline' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    line.state = 'open';
    await page.engine.connectivity.check();
    expect(await dialog()).toBeVisible();
  });

  it('can be left by signing out, after a warning of what would be lost', async () => {
    const person = drawPage();
    await endSessionElsewhere();
    await rate();
    const { name } = page.account;
    await person.click(await screen.findByRole('button', { name: 'Sign out instead' }));
    const leaving = within(await screen.findByRole('dialog', { name: 'Sign out?' }));
    expect(leaving.getByText('1 change hasn’t been sent yet.')).toBeVisible();
    await person.click(leaving.getByRole('button', { name: 'Back' }));
    await person.click(await screen.findByRole('button', { name: 'Sign out instead' }));
    await person.click(screen.getByRole('button', { name: 'Sign out and delete' }));
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible();
    await waitFor(async () => {
      expect((await indexedDB.databases()).map((database) => database.name)).not.toContain(name);
    });
  });
});

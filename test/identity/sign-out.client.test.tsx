import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listCatalog } from '../../contract/catalog.ts';
import { updateUser } from '../../contract/users.ts';
import { SessionGate } from '../../src/app/session-gate.tsx';
import { SignOutButton } from '../../src/features/identity/sessions/sign-out-button.tsx';
import { PersonCard } from '../../src/features/identity/sign-in/person-card.tsx';
import { reviewWrite } from '../../src/features/reviews/pending-write.ts';
import { type Line, openLine } from '../setup/http/line.ts';
import { openService } from '../setup/open-service.ts';
import { openPage, type SimulatedPage } from '../setup/simulated-page/page.tsx';
import type { TestUser } from '../setup/world/people.ts';

let page: SimulatedPage;
let line: Line;
let user: TestUser;

const service = await openService();

beforeEach(async () => {
  line = await openLine(service.url);
  user = await service.makeUser();
  page = await openPage(line.url, user);
});

afterEach(async () => {
  await page.close();
  await line.close();
});

const drawAccount = () =>
  page.draw(
    <SessionGate>
      <PersonCard />
      <SignOutButton />
    </SessionGate>,
  );
const databases = async () => (await indexedDB.databases()).map(({ name }) => name);
const sheet = async () => within(await screen.findByRole('dialog', { name: 'Sign out?' }));

describe('the person’s card', () => {
  it('says who is signed in, where, and until when', () => {
    drawAccount();
    expect(screen.getByRole('heading', { name: `Test ${user.userId}` })).toBeVisible();
    expect(screen.getByText('Test Organization')).toBeVisible();
    expect(screen.getByText(`${user.userId}@example.org`)).toBeVisible();
    expect(screen.getByText('Session expires').nextElementSibling).toHaveTextContent(/\d{4}/);
  });
});

it('the person’s card has a name and an address that were changed since the sign-in', async () => {
  const change = { first_name: 'Anna', email: `${user.userId}@example.net` };
  await service.ok(updateUser, { token: service.admin.token, params: { user: user.id }, body: change });
  drawAccount();
  expect(await screen.findByRole('heading', { name: `Anna ${user.userId}` })).toBeVisible();
  expect(screen.getByText(change.email)).toBeVisible();
});

describe('signing out', () => {
  it('says what it removes, and does nothing when the person stays', async () => {
    const person = drawAccount();
    await person.click(screen.getByRole('button', { name: 'Sign out' }));
    const { getByText, getByRole } = await sheet();
    expect(getByText('This removes from this device:')).toBeVisible();
    await person.click(getByRole('button', { name: 'Stay signed in' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(page.account.session.token).not.toBeNull();
  });

  it('deletes the account from this device and ends its token at the service', async () => {
    const person = drawAccount();
    const { name, session } = page.account;
    await person.click(screen.getByRole('button', { name: 'Sign out' }));
    await person.click((await sheet()).getByRole('button', { name: 'Sign out' }));
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible();
    await waitFor(async () => expect(await databases()).not.toContain(name));
    const asBefore = { token: session.token ?? '', udid: session.device.id };
    await waitFor(async () => expect((await service.call(listCatalog, asBefore)).status).toBe(401));
  });

  it('warns of what was not sent yet', async () => {
    line.state = 'cut';
    const person = drawAccount();
    await page.account.outbox.enqueue(reviewWrite, { application: 'any', like: 1 });
    await person.click(screen.getByRole('button', { name: 'Sign out' }));
    const { getByText, getByRole } = await sheet();
    expect(getByText('1 change hasn’t been sent yet.')).toBeVisible();
    await person.click(getByRole('button', { name: 'Sign out and delete' }));
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible();
  });
});

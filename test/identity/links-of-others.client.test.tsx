import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { getDirectPath } from '../../contract/common/catalog-pages.ts';
import { App } from '../../src/app/app.tsx';
import { getAccount, getEngine } from '../../src/data/current.ts';
import { startService, type TestService } from '../setup/service.ts';
import { closePage, openAccount } from '../setup/simulated-page/page.tsx';
import type { TestUser } from '../setup/world/people.ts';
import { publishAndroid } from '../setup/world/publishing.ts';

let service: TestService;
let user: TestUser;

beforeAll(async () => {
  service = await startService();
});
beforeEach(async () => {
  user = await service.makeUser();
  await openAccount(service.url, user);
});
afterEach(async () => {
  history.replaceState(null, '', '/');
  await closePage();
});
afterAll(() => service.stop());

/** The whole catalog at an address, with somebody signed in. */
async function open(address: string) {
  history.replaceState(null, '', address);
  await act(async () => {
    render(<App />);
  });
  return userEvent.setup();
}

const nameOf = () => `${getAccount().user.first_name} ${getAccount().user.last_name}`.trim();
const question = (name: string) => screen.findByRole('heading', { name: `${name} is signed in here` });

it('a link of another organization asks what becomes of whoever is signed in', async () => {
  const name = nameOf();
  const person = await open('/?organization=another');
  await question(name);
  screen.getByText('The link you opened belongs to another organization.');
  expect(getEngine().session.state.get().phase).toBe('signed-in');
  await person.click(screen.getByRole('button', { name: `Sign ${name} out and continue` }));
  await screen.findByRole('button', { name: 'Sign in' });
  expect(getEngine().session.state.get().phase).toBe('signed-out');
});

it('a link of the own organization asks nothing', async () => {
  await open(`/?organization=${getAccount().organization.id}`);
  await waitFor(() => expect(document.body.textContent).not.toBe(''));
  expect(screen.queryByRole('heading', { name: `${nameOf()} is signed in here` })).toBeNull();
});

it('a direct link says who is signed in, and asks before somebody else signs in', async () => {
  const name = nameOf();
  const { id } = await publishAndroid(service, 'org.example.direct');
  const person = await open(getDirectPath(id));
  const begin = async () =>
    person.click(await screen.findByRole('button', { name: 'Sign in as someone else' }));
  await begin();
  await question(name);
  await person.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(getEngine().session.state.get().phase).toBe('signed-in');
  await begin();
  await person.click(await screen.findByRole('button', { name: `Sign ${name} out and continue` }));
  await waitFor(() => expect(getEngine().session.state.get().phase).toBe('signed-out'));
});

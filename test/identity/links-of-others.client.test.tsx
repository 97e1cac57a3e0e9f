import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { getDirectPath } from '../../contract/common/catalog-pages.ts';
import { App } from '../../src/app/app.tsx';
import { EngineProvider } from '../../src/engine-context.tsx';
import { openService } from '../setup/open-service.ts';
import { openPage, type SimulatedPage } from '../setup/simulated-page/page.tsx';
import type { TestUser } from '../setup/world/people.ts';
import { publishAndroid } from '../setup/world/publishing.ts';

let page: SimulatedPage;
let user: TestUser;

const service = await openService();
beforeEach(async () => {
  user = await service.makeUser();
  page = await openPage(service.url, user);
});
afterEach(async () => {
  history.replaceState(null, '', '/');
  await page.close();
});

/** The whole catalog at an address, with somebody signed in. */
async function open(address: string) {
  history.replaceState(null, '', address);
  await act(async () => {
    render(
      <EngineProvider engine={page.engine}>
        <App />
      </EngineProvider>,
    );
  });
  return userEvent.setup();
}

const nameOf = () => `${page.account.user.first_name} ${page.account.user.last_name}`.trim();
const question = (name: string) => screen.findByRole('heading', { name: `${name} is signed in here` });

it('a link of another organization asks what becomes of whoever is signed in', async () => {
  const name = nameOf();
  const person = await open('/?organization=another');
  await question(name);
  screen.getByText('The link you opened belongs to another organization.');
  expect(page.engine.session.state.get().phase).toBe('signed-in');
  await person.click(screen.getByRole('button', { name: `Sign ${name} out and continue` }));
  await screen.findByRole('button', { name: 'Sign in' });
  expect(page.engine.session.state.get().phase).toBe('signed-out');
});

it('a link of the own organization asks nothing', async () => {
  await open(`/?organization=${page.account.organization.id}`);
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
  expect(page.engine.session.state.get().phase).toBe('signed-in');
  await begin();
  await person.click(await screen.findByRole('button', { name: `Sign ${name} out and continue` }));
  await waitFor(() => expect(page.engine.session.state.get().phase).toBe('signed-out'));
});

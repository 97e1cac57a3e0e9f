import { screen, waitFor, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { readCaller } from '../../contract/users.ts';
import { SessionsSection } from '../../src/features/identity/sessions/sessions-section.tsx';
import { type Line, openLine } from '../setup/http/line.ts';
import { startService, type TestService } from '../setup/service.ts';
import { closePage, draw, openAccount } from '../setup/simulated-page/page.tsx';

let service: TestService;
let line: Line;

beforeAll(async () => {
  service = await startService();
  line = await openLine(service.url);
});

afterEach(closePage);

afterAll(async () => {
  await line.close();
  await service.stop();
});

it('shows where a person is signed in, and ends one session or all others', async () => {
  const user = await service.makeUser();
  const tablet = await service.signIn(user, { udid: 'tablet', name: 'Depot tablet' });
  const desk = await service.userToken(user);
  await openAccount(line.url, user);
  const person = draw(<SessionsSection />);
  await person.click(await screen.findByRole('button', { name: 'Show sessions' }));
  const list = await screen.findByRole('list', { name: 'Signed in' });
  expect(within(list).getAllByRole('listitem')).toHaveLength(3);
  expect(within(list).getAllByRole('listitem')[0]).toHaveTextContent('This session');
  await person.click(screen.getByRole('button', { name: 'End Depot tablet' }));
  expect(await screen.findByText('One session ended.')).toBeInTheDocument();
  expect((await service.refused(readCaller, { token: tablet.token })).code).toBe(1001);
  const others = screen.getByRole('button', { name: 'End all others' });
  await waitFor(() => expect(others).not.toHaveAttribute('aria-busy', 'true'));
  await person.click(others);
  await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(1));
  expect((await service.refused(readCaller, { token: desk })).code).toBe(1001);
});

it('says that it needs a network', async () => {
  await openAccount(line.url, await service.makeUser());
  line.state = 'failing';
  const person = draw(<SessionsSection />);
  await person.click(await screen.findByRole('button', { name: 'Show sessions' }));
  expect(await screen.findByText(/could not be loaded/)).toBeVisible();
  line.state = 'open';
});

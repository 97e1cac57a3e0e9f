import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readCaller } from '../../contract/users.ts';
import { DevicesSection } from '../../src/features/devices/devices-section.tsx';
import { type Line, openLine } from '../setup/http/line.ts';
import { openService } from '../setup/open-service.ts';
import { openPage, type SimulatedPage } from '../setup/simulated-page/page.tsx';
import { iPad, type TestUser } from '../setup/world/people.ts';

let page: SimulatedPage;
let line: Line;
let user: TestUser;

const service = await openService();

beforeEach(async () => {
  line = await openLine(service.url);
  user = await service.makeUser();
});

afterEach(async () => {
  await page.close();
  await line.close();
});

const rows = async () =>
  within(await screen.findByRole('list', { name: 'Where you’re signed in' })).getAllByRole('listitem');

describe('where a person is signed in', () => {
  it('is one list, from which sessions and devices are taken after a question', async () => {
    const tablet = await service.signIn(user, { udid: 'tablet', name: 'Depot tablet' });
    const desk = await service.userToken(user);
    page = await openPage(line.url, user);
    const person = page.draw(<DevicesSection />);
    const button = (name: string) => screen.findByRole('button', { name });
    const confirm = async (title: string, name: string) =>
      person.click(within(await screen.findByRole('dialog', { name: title })).getByRole('button', { name }));
    await button('Sign out Browser session');
    expect(await rows()).toHaveLength(3);
    await person.click(await button('Sign out Depot tablet'));
    expect((await service.call(readCaller, { token: tablet.token })).status).toBe(200);
    await confirm('Sign out Depot tablet?', 'Sign out');
    await screen.findByText('Signed out in 1 place.');
    expect((await service.refused(readCaller, { token: tablet.token })).code).toBe(1001);
    await waitFor(async () => expect((await rows())[1]).toHaveTextContent('Signed out'));
    await person.click(await button('Remove Depot tablet'));
    await confirm('Remove Depot tablet?', 'Remove');
    await waitFor(async () => expect(await rows()).toHaveLength(2));
    await person.click(await button('Sign out everywhere else'));
    expect((await service.call(readCaller, { token: desk })).status).toBe(200);
    await confirm('Sign out everywhere else?', 'Sign out everywhere else');
    await waitFor(async () => expect(await rows()).toHaveLength(1));
    expect((await service.refused(readCaller, { token: desk })).code).toBe(1001);
  });
});

describe('the devices of a person', () => {
  it('are this one first, then the others by when they were used', async () => {
    await service.signIn(user, { udid: 'old-phone', name: 'Old phone' });
    await service.signIn(user, { ...iPad, udid: 'tablet', name: 'Depot tablet' });
    page = await openPage(line.url, user);
    page.draw(<DevicesSection />);
    const [first, second, third] = await rows();
    expect(first).toHaveTextContent('This device');
    expect(second).toHaveTextContent(/Depot tablet.*iPadOS 18.1 · Last active just now/);
    expect(third).toHaveTextContent(/Old phone.*Android 14/);
  });

  it('are nobody else’s', async () => {
    await service.signIn(await service.makeUser(), { name: 'Somebody else’s phone' });
    page = await openPage(line.url, user);
    page.draw(<DevicesSection />);
    expect(await rows()).toHaveLength(1);
  });

  it('are shown as they were last seen when there is no network', async () => {
    await service.signIn(user, { name: 'Old phone' });
    page = await openPage(line.url, user);
    page.draw(<DevicesSection />);
    expect(await rows()).toHaveLength(2);
    const { name } = page.account;
    page.engine.close();
    line.state = 'cut';
    page = await openPage(line.url);
    expect(page.account.name).toBe(name);
    page.draw(<DevicesSection />);
    expect(await screen.findByText(/Last updated just now/)).toBeVisible();
  });

  it('can be asked for again when they could not be loaded', async () => {
    page = await openPage(line.url, user);
    line.state = 'failing';
    const person = page.draw(<DevicesSection />);
    const again = await screen.findByRole('button', { name: 'Try again' });
    expect(screen.getByText('Your devices couldn’t be loaded.')).toBeVisible();
    line.state = 'open';
    await person.click(again);
    expect(await rows()).toHaveLength(1);
  });
});

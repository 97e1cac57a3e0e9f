import { screen, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { account, engine } from '../../src/data/current.ts';
import { DevicesSection } from '../../src/features/devices/devices-section.tsx';
import { type Line, openLine } from '../setup/http/line.ts';
import { startService, type TestService } from '../setup/service.ts';
import { closePage, draw, openAccount, openEngine } from '../setup/simulated-page/page.tsx';
import { iPad, type TestUser } from '../setup/world/people.ts';

let service: TestService;
let line: Line;
let user: TestUser;

beforeAll(async () => {
  service = await startService();
});

beforeEach(async () => {
  line = await openLine(service.url);
  user = await service.makeUser();
});

afterEach(async () => {
  await closePage();
  await line.close();
});

afterAll(() => service.stop());

const rows = async () =>
  within(await screen.findByRole('list', { name: 'Devices' })).getAllByRole('listitem');

describe('the devices of a person', () => {
  it('are this one first, then the others by when they were used', async () => {
    await service.signIn(user, { udid: 'old-phone', name: 'Old phone' });
    await service.signIn(user, { ...iPad, udid: 'tablet', name: 'Depot tablet' });
    await openAccount(line.url, user);
    draw(<DevicesSection />);
    const [first, second, third] = await rows();
    expect(first).toHaveTextContent('This device');
    expect(second).toHaveTextContent(/Depot tablet.*iPadOS 18.1 · Active this minute/);
    expect(third).toHaveTextContent(/Old phone.*Android 14/);
  });

  it('are nobody else’s', async () => {
    await service.signIn(await service.makeUser(), { name: 'Somebody else’s phone' });
    await openAccount(line.url, user);
    draw(<DevicesSection />);
    expect(await rows()).toHaveLength(1);
  });

  it('are shown as they were last seen when there is no network', async () => {
    await service.signIn(user, { name: 'Old phone' });
    await openAccount(line.url, user);
    draw(<DevicesSection />);
    expect(await rows()).toHaveLength(2);
    const { name } = account();
    engine().close();
    line.state = 'cut';
    await openEngine(line.url);
    expect(account().name).toBe(name);
    draw(<DevicesSection />);
    expect(await screen.findByText(/As it was/)).toBeVisible();
  });

  it('can be asked for again when they could not be loaded', async () => {
    await openAccount(line.url, user);
    line.state = 'failing';
    const person = draw(<DevicesSection />);
    const again = await screen.findByRole('button', { name: 'Try again' });
    expect(screen.getByText('Your devices could not be loaded.')).toBeVisible();
    line.state = 'open';
    await person.click(again);
    expect(await rows()).toHaveLength(1);
  });
});

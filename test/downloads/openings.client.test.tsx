import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, expect, it } from 'vitest';
import { readReport } from '../../contract/reports.ts';
import { AppButton } from '../../src/features/downloads/app-button.tsx';
import { openLine } from '../setup/http/line.ts';
import { openService } from '../setup/open-service.ts';
import { openPage, type SimulatedPage } from '../setup/simulated-page/page.tsx';
import { assign, join, makeGroup, publishWeb } from '../setup/world/publishing.ts';

let page: SimulatedPage;

const service = await openService();
const line = await openLine(service.url);
const group = await makeGroup(service, 'Crew');
const application = (await publishWeb(service, 'Intranet')).id;
await assign(service, group, { id: application });
const user = await service.makeUser();
await join(service, group, user);

afterEach(() => page.close());
afterAll(() => line.close());

const downloads = async () => {
  const request = { token: service.admin.token, params: { report_name: 'most_popular_apps' } } as const;
  return (await service.ok(readReport, request)).report.entries[0]?.downloads;
};

it('opening the address of an application is told to the service, later where there is no network', async () => {
  page = await openPage(line.url, user);
  await waitFor(() => expect(page.account.catalog.state.get().byId.has(application)).toBe(true));
  const entry = page.account.catalog.state.get().byId.get(application);
  if (entry === undefined) throw new Error('The application is not in the catalog.');
  page.draw(<AppButton entry={entry} />);
  const link = await screen.findByRole('link', { name: /Intranet/ });
  await userEvent.click(link);
  await waitFor(async () => expect(await downloads()).toBe(1));
  line.state = 'cut';
  await userEvent.click(link);
  await userEvent.click(link);
  await waitFor(() =>
    expect(page.account.outbox.rows.get().some(({ state }) => state === 'waiting')).toBe(true),
  );
  line.state = 'open';
  await page.account.outbox.send({ eager: true });
  await waitFor(async () => expect(await downloads()).toBe(3));
});

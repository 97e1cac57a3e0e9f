import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { listReviews } from '../../contract/reviews.ts';
import { readMyTerms, removeTerms, setApplicationTerms, setTerms } from '../../contract/terms.ts';
import { TermsGate } from '../../src/app/terms-gate.tsx';
import { install } from '../../src/features/downloads/install.ts';
import { InstallQueueView } from '../../src/features/downloads/install-queue-view.tsx';
import { useInstall } from '../../src/features/downloads/install-state.ts';
import { reviewWrite } from '../../src/features/reviews/pending-write.ts';
import { InstallTerms } from '../../src/features/terms/install-terms.tsx';
import { TermsSection } from '../../src/features/terms/terms-section.tsx';
import { type Line, openLine } from '../setup/http/line.ts';
import { startService, type TestService } from '../setup/service.ts';
import { openPage, type SimulatedPage } from '../setup/simulated-page/page.tsx';
import type { TestUser } from '../setup/world/people.ts';
import { makeGroup, publishAndroid } from '../setup/world/publishing.ts';

const german = { language: 'de', region: 'de-DE' } as const;
const inside = <TermsGate>The catalog</TermsGate>;

let service: TestService;
let page: SimulatedPage;
let application: string;
let psk: number;
let token: string;
let line: Line;
let user: TestUser;

beforeAll(async () => {
  service = await startService();
  token = service.admin.token;
  const app = await publishAndroid(service, 'org.example.careful');
  application = app.id;
  psk = app.psk;
  const body = { texts: { en: 'Handle with care.' } };
  await service.ok(setApplicationTerms, { token, params: { application }, body });
});
beforeEach(async () => {
  await service.ok(setTerms, { token, body: { texts: { en: 'Be kind.', de: 'Sei nett.' } } });
  line = await openLine(service.url);
  user = await service.makeUser();
  await makeGroup(service, `Crew of ${user.userId}`, { apps: [{ id: psk }], users: [user] });
  page = await openPage(line.url, user);
});
afterEach(async () => {
  useInstall.getState().close();
  await page.close();
  await line.close();
});
afterAll(() => service.stop());

const reported = async () => {
  const elsewhere = await service.signIn(user, { udid: `elsewhere-${user.userId}` });
  return service.ok(readMyTerms, elsewhere);
};
const acceptsAtTheService = (accepted: boolean | null) =>
  waitFor(async () => expect((await reported()).organization?.accepted).toBe(accepted));

it('asks before the catalog opens, in the language of the person, and opens it when they accept', async () => {
  const person = page.draw(inside, { locale: german });
  expect(await screen.findByText('Sei nett.')).toHaveAttribute('lang', 'de');
  expect(screen.queryByText('The catalog')).toBeNull();
  await person.click(screen.getByRole('button', { name: 'Annehmen' }));
  await screen.findByText('The catalog');
  await acceptsAtTheService(true);
  await waitFor(() => expect(page.account.catalog.state.get().byId.has(application)).toBe(true));
});

it('stays closed for who declines, says so, and is opened by them later', async () => {
  const person = page.draw(inside);
  await person.click(await screen.findByRole('button', { name: 'Decline' }));
  await screen.findByText(/The catalog stays closed until you accept\./);
  await acceptsAtTheService(false);
  await person.click(screen.getByRole('button', { name: 'Accept' }));
  expect(await screen.findByText('The catalog')).toBeVisible();
  await acceptsAtTheService(true);
});

it('knows without a network that it is closed, and takes an acceptance that is sent later', async () => {
  page.draw(inside);
  await screen.findByText('Be kind.');
  cleanup();
  line.state = 'cut';
  page.engine.close();
  page = await openPage(line.url);
  const person = page.draw(inside);
  await person.click(await screen.findByRole('button', { name: 'Accept' }));
  await screen.findByText('The catalog');
  expect(page.account.outbox.rows.get()).toMatchObject([
    { kind: 'terms.answer', payload: { accepted: true } },
  ]);
  expect((await reported()).organization?.accepted).toBeNull();
  line.state = 'open';
  await page.account.outbox.send({ eager: true });
  await acceptsAtTheService(true);
});

it('asks again when they have changed, and not at all when they are gone', async () => {
  const person = page.draw(inside);
  await person.click(await screen.findByRole('button', { name: 'Accept' }));
  await screen.findByText('The catalog');
  await acceptsAtTheService(true);
  await service.ok(setTerms, { token, body: { texts: { en: 'Be kinder.' } } });
  await page.account.catalog.refreshAfterWrite();
  expect(await screen.findByText('Be kinder.')).toBeVisible();
  await service.ok(removeTerms, { token });
  await page.account.catalog.refreshAfterWrite();
  expect(await screen.findByText('The catalog')).toBeVisible();
});

it('keeps what was written before until they are accepted', async () => {
  await page.account.outbox.enqueue(reviewWrite, { application, like: 1 });
  await waitFor(() =>
    expect(page.account.outbox.rows.get()[0]).toMatchObject({
      state: 'waiting',
      lastError: { name: 'terms_not_accepted' },
    }),
  );
  const person = page.draw(inside);
  await person.click(await screen.findByRole('button', { name: 'Accept' }));
  await waitFor(() => expect(page.account.outbox.unsent()).toBe(0));
  const elsewhere = await service.signIn(user, { udid: `elsewhere-${user.userId}` });
  const { user_review } = await service.ok(listReviews, { ...elsewhere, params: { application } });
  expect(user_review?.like).toBe(1);
});

it('shows the terms of an application before its installation, which goes on when they are accepted', async () => {
  await service.ok(removeTerms, { token });
  await page.account.catalog.refreshAfterWrite();
  const entry = page.account.catalog.state.get().byId.get(application);
  if (entry === undefined) throw new Error('The application is not in the catalog.');
  await page.account.openResource(readMyTerms).refresh();
  await install(page.account, entry);
  expect(useInstall.getState().view).toMatchObject({ kind: 'terms' });
  let goesOn = 0;
  const person = page.draw(
    <InstallTerms
      application={{ id: application, name: 'Careful' }}
      onAccepted={() => {
        goesOn += 1;
      }}
      onClose={() => undefined}
    />,
  );
  await screen.findByText('Handle with care.');
  await person.click(screen.getByRole('button', { name: 'Accept' }));
  await waitFor(() => expect(goesOn).toBe(1));
  expect((await reported()).applications).toMatchObject([{ application, accepted: true }]);
});

it('keeps an application with terms out of what is installed together, and says why', async () => {
  await service.ok(removeTerms, { token });
  await page.account.catalog.refreshAfterWrite();
  const { queue, installs } = page.account;
  page.draw(<InstallQueueView />);
  await queue.add([{ application, name: 'Careful' }]);
  const wish = () => installs.records.get().get(application)?.wish;
  await waitFor(() => expect(wish()).toMatchObject({ state: 'failed', reason: { kind: 'refused' } }));
  expect(await screen.findByText('You haven’t accepted the terms yet. Accept them first.')).toBeVisible();
});

it('lists in the account what was accepted, to be read and taken back', async () => {
  const person = page.draw(
    <>
      {inside}
      <TermsSection />
    </>,
  );
  await person.click(await screen.findByRole('button', { name: 'Accept' }));
  const section = await screen.findByRole('region', { name: 'Terms' });
  await waitFor(() => expect(page.account.catalog.state.get().byId.has(application)).toBe(true));
  const row = await within(section).findByRole('button', { name: /Accepted$/ });
  await person.click(row);
  const sheet = await screen.findByRole('dialog');
  within(sheet).getByText('Be kind.');
  await person.click(within(sheet).getByRole('button', { name: 'Withdraw consent' }));
  await acceptsAtTheService(false);
  expect(screen.queryByText('The catalog')).toBeNull();
});

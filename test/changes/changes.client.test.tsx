import { screen, waitFor, within } from '@testing-library/react';
import { deleteDB, openDB } from 'idb';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { deleteApplication, updateApplication } from '../../contract/applications.ts';
import { listReviews } from '../../contract/reviews.ts';
import { AccountLink } from '../../src/app/account-link.tsx';
import { NetworkLine } from '../../src/app/network-line.tsx';
import { ChangesPage } from '../../src/app/pages/changes-page.tsx';
import { IdbStorage } from '../../src/data/storage/idb-storage.ts';
import { DiscardDialog } from '../../src/features/changes/discard-dialog.tsx';
import { reviewWrite } from '../../src/features/reviews/pending-write.ts';
import { ReviewsSection } from '../../src/features/reviews/reviews-section.tsx';
import { type Line, openLine } from '../setup/http/line.ts';
import { openService } from '../setup/open-service.ts';
import { openPage, type SimulatedPage } from '../setup/simulated-page/page.tsx';
import type { TestUser } from '../setup/world/people.ts';
import { assign, join, makeGroup, publishAndroid } from '../setup/world/publishing.ts';

let page: SimulatedPage;
let line: Line;
let user: TestUser;
let application: string;
let published = 0;

const service = await openService();
const group = await makeGroup(service, 'Crew');

beforeEach(async () => {
  line = await openLine(service.url);
  user = await service.makeUser();
  await join(service, group, user);
  published += 1;
  application = (await publishAndroid(service, `org.example.n${published}`)).id;
  await assign(service, group, { id: application });
  const { token } = service.admin;
  await service.ok(updateApplication, {
    token,
    params: { application },
    body: { app_name: 'Safety Check' },
  });
});

afterEach(async () => {
  await page.close();
  await line.close();
});

/** Signs in and waits for the catalog, which has the names of the applications. */
async function openCatalog(): Promise<void> {
  page = await openPage(line.url, user);
  await waitFor(() => expect(page.account.catalog.state.get().byId.has(application)).toBe(true));
}

/** A review that the service refuses: it has no rating, and the person has given none before. */
async function writeRefused(): Promise<void> {
  await page.account.outbox.enqueue(reviewWrite, { application, title: 'Good', comment: 'It is.' });
  await waitFor(() => expect(page.account.outbox.rows.get()[0]?.state).toBe('refused'));
}

const review = async () => {
  const own = await service.signIn(user, { udid: 'elsewhere' });
  return (await service.ok(listReviews, { ...own, params: { application } })).user_review;
};
const card = (title: string) => {
  const found = screen.getByRole('heading', { name: title }).closest<HTMLElement>('.card');
  if (found === null) throw new Error(`${title} is in no card.`);
  return within(found);
};

const reviews = () =>
  page.draw(
    <ReviewsSection
      application={application}
      likes={0}
      dislikes={0}
      drawDiscardDialog={(id, onClose) => <DiscardDialog id={id} onClose={onClose} />}
    />,
  );

it('a refused review is told of everywhere, also when its application is gone', async () => {
  await openCatalog();
  await writeRefused();
  await service.ok(deleteApplication, { token: service.admin.token, params: { application } });
  await page.account.catalog.refreshAfterWrite();
  await waitFor(() => expect(page.account.catalog.state.get().byId.has(application)).toBe(false));
  page.draw(
    <>
      <NetworkLine />
      <AccountLink />
    </>,
  );
  const reported = await screen.findByRole('link', { name: '1 change wasn’t accepted.' });
  expect(reported).toHaveAttribute('href', '/account/changes');
  expect(screen.getByRole('link', { name: 'Account, 1 change not sent' })).toBeVisible();
  page.draw(<ChangesPage />);
  await screen.findByRole('heading', { name: 'Your review of Safety Check' });
  const about = card('Your review of Safety Check');
  about.getByText('The service doesn’t accept what was entered.');
  about.getByText('It is.');
});

it('a refused review is changed where it is told of, and sent', async () => {
  await openCatalog();
  await writeRefused();
  const person = page.draw(<ChangesPage />);
  await person.click(await screen.findByRole('button', { name: 'Edit' }));
  const sheet = within(await screen.findByRole('dialog'));
  expect(sheet.getByRole('textbox', { name: 'Title' })).toHaveValue('Good');
  await person.click(sheet.getByRole('button', { name: 'Like' }));
  await person.click(sheet.getByRole('button', { name: 'Send' }));
  await screen.findByText('All changes sent');
  expect(await review()).toMatchObject({ like: 1, title: 'Good', comment: 'It is.' });
});

it('a refused change is retried, and discarded only after a confirmation', async () => {
  await openCatalog();
  await writeRefused();
  const person = page.draw(<ChangesPage />);
  await person.click(await screen.findByRole('button', { name: 'Try again' }));
  await waitFor(() =>
    expect(page.account.outbox.rows.get()).toMatchObject([{ state: 'refused', attempts: 2 }]),
  );
  await person.click(screen.getByRole('button', { name: 'Discard' }));
  await person.click(await screen.findByRole('button', { name: 'Keep it' }));
  expect(page.account.outbox.rows.get()).toHaveLength(1);
  await person.click(screen.getByRole('button', { name: 'Discard' }));
  const question = within(await screen.findByRole('dialog', { name: 'Discard this change?' }));
  await person.click(question.getByRole('button', { name: 'Discard' }));
  await screen.findByText('All changes sent');
  expect(page.account.outbox.rows.get()).toEqual([]);
});

it('a refused review is discarded on its application’s page only after a confirmation', async () => {
  await openCatalog();
  await writeRefused();
  const person = reviews();
  await person.click(await screen.findByRole('button', { name: 'Copy text' }));
  await screen.findByText('Text copied');
  const begin = () => person.click(screen.getByRole('button', { name: 'Discard' }));
  await begin();
  await person.click(await screen.findByRole('button', { name: 'Keep it' }));
  expect(page.account.outbox.rows.get()).toMatchObject([{ state: 'refused', payload: { title: 'Good' } }]);
  await begin();
  const question = within(await screen.findByRole('dialog', { name: 'Discard this change?' }));
  await person.click(question.getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(page.account.outbox.rows.get()).toEqual([]));
});

it('what waits without a network says for what, and goes', async () => {
  await openCatalog();
  line.state = 'failing';
  await page.account.installs.recordInstalledVersion(application, { id: 'v1', version_num: '1.0' });
  page.draw(<ChangesPage />);
  await screen.findByRole('heading', { name: 'Installed: Safety Check' });
  await screen.findByText('Not sent yet. It will be tried again automatically.');
  expect(screen.getByRole('link', { name: 'View app' })).toHaveAttribute('href', `/apps/${application}`);
  line.state = 'open';
  await screen.findByText('All changes sent');
});

it('a change of a newer release is told as such', async () => {
  await openCatalog();
  line.state = 'cut';
  const row = await page.account.outbox.enqueue(reviewWrite, { application, like: 1 });
  await waitFor(() => expect(page.account.outbox.rows.get()[0]?.lastError?.kind).toBe('unreachable'));
  const storage = await IdbStorage.open(page.account.name);
  await storage.write(['outbox'], (transaction) =>
    transaction.put('outbox', row.id, { ...row, kind: 'reviews.newer', payload: { any: 'thing' } }),
  );
  storage.close();
  await page.account.outbox.reload();
  page.draw(<ChangesPage />);
  await screen.findByRole('heading', { name: 'A change to Safety Check' });
  line.state = 'open';
  expect(await screen.findByText(/doesn’t know this kind of change/)).toBeVisible();
});

it('where the device keeps nothing, the tap says so and offers the text, and it is sent', async () => {
  page = await openPage(line.url, user);
  const { name } = page.account;
  await page.close();
  // A database that this catalog can't open.
  (await openDB(name, 2000)).close();
  await openCatalog();
  line.state = 'cut';
  const person = reviews();
  await person.click(screen.getByRole('button', { name: 'Write a review' }));
  const sheet = within(screen.getByRole('dialog'));
  await person.click(sheet.getByRole('button', { name: 'Like' }));
  await person.type(sheet.getByRole('textbox', { name: 'Title' }), 'Good');
  await person.type(sheet.getByRole('textbox', { name: 'What should others know?' }), 'It is.');
  await person.click(sheet.getByRole('button', { name: 'Send' }));
  await screen.findByText(/^This couldn’t be saved on your device/);
  expect(screen.queryByText('Will be sent when you’re back online.')).toBeNull();
  await person.click(screen.getByRole('button', { name: 'Copy text' }));
  await screen.findByText('Text copied');
  line.state = 'open';
  await page.engine.connectivity.check();
  await screen.findByText('Sent');
  expect(await review()).toMatchObject({ title: 'Good' });
  await deleteDB(name);
});

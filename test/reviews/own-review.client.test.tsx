import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { changeReview, deleteReview, listReviews } from '../../contract/reviews.ts';
import { IdbStorage } from '../../src/data/storage/idb-storage.ts';
import { ReviewsSection } from '../../src/features/reviews/reviews-section.tsx';
import { type Line, openLine } from '../setup/http/line.ts';
import { startService, type TestService } from '../setup/service.ts';
import { openPage, type SimulatedPage } from '../setup/simulated-page/page.tsx';
import type { TestUser } from '../setup/world/people.ts';
import { assign, join, makeGroup, publishAndroid } from '../setup/world/publishing.ts';

const text = { title: 'Good', comment: 'It is.' };

let service: TestService;
let page: SimulatedPage;
let line: Line;
let group: number;
let user: TestUser;
let application: string;
let elsewhere: { token: string; udid: string; params: { application: string } };

beforeAll(async () => {
  service = await startService();
  group = await makeGroup(service, 'Crew');
  application = (await publishAndroid(service, 'org.example.one')).id;
  await assign(service, group, { id: application });
});

/** Somebody who wrote a review on another device. */
beforeEach(async () => {
  line = await openLine(service.url);
  user = await service.makeUser();
  await join(service, group, user);
  elsewhere = { ...(await service.signIn(user, { udid: 'elsewhere' })), params: { application } };
  await service.ok(changeReview, { ...elsewhere, body: { like: 1, ...text } });
});

afterEach(async () => {
  await page.close();
  await line.close();
});

afterAll(() => service.stop());

const section = () =>
  page.draw(
    <ReviewsSection application={application} likes={1} dislikes={0} drawDiscardDialog={() => null} />,
  );
const review = async () => (await service.ok(listReviews, elsewhere)).user_review;
const allSent = () =>
  waitFor(() => {
    const states = page.account.outbox.rows.get().map(({ state }) => state);
    expect(states).toEqual(['sent']);
  });

it('keeps its text when only the rating is tapped while the reviews could not be loaded', async () => {
  page = await openPage(line.url, user);
  line.state = 'cut';
  const person = section();
  await screen.findByText('The reviews couldn’t be loaded.');
  await person.click(screen.getByRole('button', { name: 'Dislike' }));
  await screen.findByText('Will be sent automatically as soon as possible.');
  line.state = 'open';
  await page.account.refreshAll();
  await allSent();
  expect(await review()).toMatchObject({ like: 0, ...text });
});

it('keeps what another device changed of it meanwhile, when something else of it is changed', async () => {
  page = await openPage(line.url, user);
  const person = section();
  await person.click(await screen.findByRole('button', { name: 'Edit your review' }));
  const sheet = within(screen.getByRole('dialog'));
  await service.ok(changeReview, { ...elsewhere, body: { like: 0, comment: 'It was.' } });
  const title = sheet.getByRole('textbox', { name: 'Title' });
  await person.clear(title);
  await person.type(title, 'Better');
  await person.click(sheet.getByRole('button', { name: 'Send' }));
  await allSent();
  expect(await review()).toMatchObject({ like: 0, title: 'Better', comment: 'It was.' });
});

it('is taken away when its text is emptied', async () => {
  page = await openPage(line.url, user);
  const person = section();
  await person.click(await screen.findByRole('button', { name: 'Edit your review' }));
  const sheet = within(screen.getByRole('dialog'));
  await person.clear(sheet.getByRole('textbox', { name: 'Title' }));
  await person.clear(sheet.getByRole('textbox', { name: 'What should others know?' }));
  await person.click(sheet.getByRole('button', { name: 'Send' }));
  await allSent();
  expect(await review()).toMatchObject({ like: 1, title: null, comment: null });
});

const titleOf = async () => within(await screen.findByRole('dialog')).getByRole('textbox', { name: 'Title' });

it('begun and left, is there when the form is opened again, in any page, until it is sent', async () => {
  page = await openPage(line.url, user);
  const person = section();
  await person.click(await screen.findByRole('button', { name: 'Edit your review' }));
  await person.clear(await titleOf());
  await person.type(await titleOf(), 'Bett');
  cleanup();
  // As after a reload: what is on the disk, and what the page stored when it was left.
  dispatchEvent(new PageTransitionEvent('pagehide'));
  await page.account.drafts.load();
  const later = section();
  await later.click(await screen.findByRole('button', { name: 'Continue writing' }));
  expect(await titleOf()).toHaveValue('Bett');
  await later.type(await titleOf(), 'er');
  await later.click(screen.getByRole('button', { name: 'Send' }));
  await allSent();
  expect(await review()).toMatchObject({ like: 1, title: 'Better', comment: text.comment });
  await screen.findByRole('button', { name: 'Edit your review' });
});

it('begun and discarded, is as it was', async () => {
  page = await openPage(line.url, user);
  const person = section();
  await person.click(await screen.findByRole('button', { name: 'Edit your review' }));
  await person.type(await titleOf(), '!');
  await person.click(screen.getByRole('button', { name: 'Close' }));
  await person.click(await screen.findByRole('button', { name: 'Continue writing' }));
  await person.click(screen.getByRole('button', { name: 'Discard draft' }));
  expect(await titleOf()).toHaveValue(text.title);
  await person.click(screen.getByRole('button', { name: 'Close' }));
  await screen.findByRole('button', { name: 'Edit your review' });
});

it('begun on one device takes nothing back that another one changed meanwhile', async () => {
  page = await openPage(line.url, user);
  const person = section();
  await person.click(await screen.findByRole('button', { name: 'Edit your review' }));
  await person.type(await titleOf(), '!');
  cleanup();
  await service.ok(changeReview, { ...elsewhere, body: { like: 0, comment: 'It was.' } });
  const later = section();
  await later.click(await screen.findByRole('button', { name: 'Continue writing' }));
  await later.click(screen.getByRole('button', { name: 'Send' }));
  await allSent();
  expect(await review()).toMatchObject({ like: 0, title: 'Good!', comment: 'It was.' });
});

it('is there with its last letter when the page goes before the disk has it', async () => {
  page = await openPage(line.url, user);
  const name = page.account.name;
  const { promise: started, resolve: begin } = Promise.withResolvers<void>();
  const disk = { isSlow: true };
  // A slow disk: another write of the same records takes long.
  const slow = await IdbStorage.open(name);
  const busy = slow.write(['drafts'], async (transaction) => {
    begin();
    while (disk.isSlow) await transaction.get('drafts', 'none');
  });
  await started;
  page.account.drafts.save(`review:${application}`, { title: 'Bett' });
  page.account.drafts.save(`review:${application}`, { title: 'Better' });
  dispatchEvent(new PageTransitionEvent('pagehide'));
  page.engine.close();
  disk.isSlow = false;
  await busy;
  slow.close();
  page = await openPage(line.url);
  const later = section();
  await later.click(await screen.findByRole('button', { name: 'Continue writing' }));
  expect(await titleOf()).toHaveValue('Better');
});

/** The texts of the person's own reviews in the list. */
const ownOnes = () =>
  screen
    .queryAllByRole('article')
    .map(({ textContent }) => textContent)
    .filter((shown) => shown.includes('(you)'));

it('written without a network is in the list at once, and says that it is not sent', async () => {
  await service.ok(deleteReview, elsewhere);
  page = await openPage(line.url, user);
  const person = section();
  await waitFor(() =>
    expect(
      page.account.openResource(listReviews, { params: { application } }).state.get().value,
    ).not.toBeNull(),
  );
  line.state = 'cut';
  await person.click(screen.getByRole('button', { name: 'Write a review' }));
  const sheet = within(screen.getByRole('dialog'));
  await person.click(sheet.getByRole('button', { name: 'Like' }));
  await person.type(sheet.getByRole('textbox', { name: 'Title' }), 'Quick');
  await person.type(sheet.getByRole('textbox', { name: 'What should others know?' }), 'It opens at once.');
  await person.click(sheet.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(ownOnes().join()).toMatch(/QuickIt opens at once.*not sent yet/));
  line.state = 'open';
  await page.account.refreshAll();
  await waitFor(() => expect(ownOnes().join()).not.toContain('not sent yet'));
  expect(ownOnes()).toHaveLength(1);
});

it('is deleted with its rating without a network, after a question', async () => {
  page = await openPage(line.url, user);
  const person = section();
  await person.click(await screen.findByRole('button', { name: 'Delete review' }));
  await person.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Keep it' }));
  expect(await review()).toMatchObject(text);
  line.state = 'cut';
  // A text needs a rating: whoever withdraws that of a text is asked too.
  await person.click(screen.getByRole('button', { name: 'Like' }));
  const question = within(await screen.findByRole('dialog', { name: 'Delete your review?' }));
  await person.click(question.getByRole('button', { name: 'Delete review' }));
  await waitFor(() => expect(ownOnes()).toEqual([]));
  expect(screen.getByRole('button', { name: 'Like' })).toHaveAttribute('aria-pressed', 'false');
  line.state = 'open';
  await page.account.refreshAll();
  await allSent();
  expect(await review()).toBeNull();
});

it('without a text is withdrawn by tapping it again, and can be given anew', async () => {
  await service.ok(changeReview, { ...elsewhere, body: { comment: null } });
  page = await openPage(line.url, user);
  const person = section();
  const like = screen.getByRole('button', { name: 'Like' });
  await waitFor(() => expect(like).toHaveAttribute('aria-pressed', 'true'));
  await person.click(like);
  await waitFor(() => expect(like).toHaveAttribute('aria-pressed', 'false'));
  await allSent();
  expect(await review()).toBeNull();
  await person.click(screen.getByRole('button', { name: 'Dislike' }));
  await waitFor(async () => expect(await review()).toMatchObject({ like: 0 }));
});

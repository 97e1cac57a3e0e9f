import { afterEach, beforeEach, expect, it } from 'vitest';
import { reviewWrite } from '../../src/features/reviews/pending-write.ts';
import { openService } from '../setup/open-service.ts';
import { accountOf, closeEngines, openEngine, signedIn, until } from './engines.ts';

const service = await openService();
afterEach(() => closeEngines());

let subjects = 0;
let subject: string;
beforeEach(() => {
  subjects += 1;
  subject = `review:${subjects}`;
});

const open = async () => signedIn(service.url, await service.makeUser());

it('a draft outlives its page, with the last letter', async () => {
  const { account } = await open();
  account.drafts.save(subject, { title: 'Goo' });
  const other = accountOf(await openEngine(service.url));
  account.drafts.save(subject, { title: 'Good', comment: 'It' });
  await until(other.drafts.all, (all) => all.get(subject)?.['comment'] === 'It');
  closeEngines();
  const again = accountOf(await openEngine(service.url));
  expect(again.drafts.all.get().get(subject)).toEqual({ title: 'Good', comment: 'It' });
});

it('a draft is known in every tab, and gone from every tab when it is given up', async () => {
  const { account } = await open();
  const { drafts } = accountOf(await openEngine(service.url));
  account.drafts.save(subject, { title: 'Good' });
  await until(drafts.all, (all) => all.get(subject)?.['title'] === 'Good');
  drafts.remove(subject);
  await until(account.drafts.all, (all) => !all.has(subject));
  closeEngines();
  expect(accountOf(await openEngine(service.url)).drafts.all.get().size).toBe(0);
});

it('a draft without a word is none', async () => {
  const { account } = await open();
  account.drafts.save(subject, { title: 'G' });
  account.drafts.save(subject, {});
  expect(account.drafts.all.get().has(subject)).toBe(false);
});

it('a draft outlives the end of its session', async () => {
  const user = await service.makeUser();
  const { account } = await signedIn(service.url, user);
  const other = accountOf(await openEngine(service.url));
  account.drafts.save(subject, { title: 'Good' });
  await until(other.drafts.all, (all) => all.has(subject));
  await account.setSession({ ...account.session, token: null, ended: null });
  closeEngines();
  const again = await openEngine(service.url);
  expect(again.session.state.get().phase).toBe('ended');
  await again.session.signInAgain(user.password);
  expect(accountOf(again).drafts.all.get().get(subject)).toEqual({ title: 'Good' });
});

it('a draft goes in the same moment in which its write is kept', async () => {
  const { account } = await open();
  account.drafts.save(subject, { title: 'Good' });
  await account.outbox.enqueue(reviewWrite, { application: '1', like: 1 }, ['drafts'], (transaction) =>
    transaction.delete('drafts', subject),
  );
  account.drafts.remove(subject);
  closeEngines();
  const again = accountOf(await openEngine(service.url));
  expect(again.drafts.all.get().size).toBe(0);
  expect(again.outbox.rows.get()).toHaveLength(1);
});

import { openDB } from 'idb';
import { listReviews } from '../../../contract/reviews.ts';
import { pendingWrites } from '../../../src/app/pending-writes.ts';
import { startEngine } from '../../../src/data/current.ts';
import { unknownVersion } from '../../../src/data/installs/install-record.ts';
import { wholeInventoryWrite } from '../../../src/data/installs/inventory-write.ts';
import type { Account } from '../../../src/data/session/account.ts';
import { rateWrite, reviewWrite } from '../../../src/features/reviews/pending-write.ts';
import type { Acknowledgement, Edit, Rig } from './rig-page.ts';

/** The rig's own page: the catalog's engine as it is, without screens, in the same browser and on the same data as they. */
const engine = await startEngine(pendingWrites);

function account(): Account {
  const open = engine.account();
  if (open === null) throw new Error('Nobody is signed in.');
  return open;
}

/** The name of this database as a writer, as the service hears it. */
async function writerOf({ name }: Account): Promise<string> {
  const database = await openDB(name);
  const writer: { id: string } | undefined = await database.get('writer', 'writer');
  database.close();
  return writer?.id ?? '';
}

/** The last row of a subject. */
const lastOf = (subject: string) =>
  account()
    .outbox.rows.get()
    .findLast((row) => row.subject === subject);

async function enter(edit: Edit): Promise<string> {
  const { outbox, installs } = account();
  switch (edit.kind) {
    case 'review':
      return (await outbox.enqueue(reviewWrite, edit.change)).subject;
    case 'rating':
      return (await outbox.enqueue(rateWrite, edit.rating)).subject;
    case 'installed':
      await installs.confirmVersion(edit.application, edit.version);
      return `inventory:${edit.application}`;
    case 'asked':
      await installs.sent(edit.application, edit.version);
      await installs.asked(edit.application);
      await installs.confirm(edit.application);
      return `inventory:${edit.application}`;
    case 'removed':
      await installs.remove(edit.application);
      return `inventory:${edit.application}`;
    case 'inventory':
      return (await outbox.enqueue(wholeInventoryWrite, { applications: edit.applications })).subject;
  }
}

/** Says that a write is kept: from here on it must not be lost. */
async function acknowledge(subject: string): Promise<Acknowledgement> {
  const open = account();
  if (open.storage.get() !== 'kept') throw new Error('Nothing is kept here.');
  const order = lastOf(subject)?.order;
  if (order === undefined) throw new Error(`No row is about ${subject}.`);
  return { subject, order, writer: await writerOf(open) };
}

/** What the rig's program calls in this page. */
const rig: Rig = {
  signIn: (userId, password) => engine.session.signIn({ userId, password, remember: true }),
  signOut: () => engine.session.signOut(),
  write: async (edit) => acknowledge(await enter(edit)),
  last: (subject) => lastOf(subject)?.order ?? 0,
  written: async (subject, after) => ((lastOf(subject)?.order ?? 0) > after ? acknowledge(subject) : null),

  state() {
    const { phase } = engine.session.state.get();
    const rows = engine.account()?.outbox.rows.get() ?? [];
    const refused = rows.filter(({ state }) => state === 'refused');
    return {
      phase,
      userId: engine.account()?.user.user_id ?? null,
      device: engine.account()?.session.device.id ?? null,
      unsent: engine.account()?.outbox.unsent() ?? 0,
      refused: refused.map(({ subject, lastError }) => `${subject}: ${JSON.stringify(lastError)}`),
    };
  },

  async shown(applications) {
    const open = account();
    await open.catalog.refreshAgain();
    return Promise.all(
      applications.map(async (application) => {
        const info = open.catalog.state.get().byId.get(application)?.catalog_info;
        const { user_review } = await open.call(listReviews, { params: { application } });
        const installed = open.installs.records.get().get(application)?.installed ?? null;
        return {
          application,
          like: info?.user_liked ?? null,
          likes: info?.num_likes ?? 0,
          dislikes: info?.num_dislikes ?? 0,
          title: user_review?.title ?? null,
          installed: installed === unknownVersion ? null : installed,
        };
      }),
    );
  },
};

Object.assign(globalThis, { rig });

import { type IDBPDatabase, type OpenDBCallbacks, openDB } from 'idb';
import { listMessages } from '../../../contract/messages.ts';
import { readMyTerms } from '../../../contract/terms.ts';
import type { Account } from '../../../src/data/account/account.ts';
import type { Engine } from '../../../src/data/engine.ts';
import type { Resource } from '../../../src/data/http/resource.ts';
import { openingWrite } from '../../../src/data/installs/opening-write.ts';
import { unknownVersion } from '../../../src/data/records/install-record.ts';
import type { OutboxRow, Writer } from '../../../src/data/records/outbox-row.ts';
import { withHandledFailure } from '../../../src/data/storage/faults.ts';
import { answerWrite } from '../../../src/data/terms/answer-write.ts';
import { applyAnswer } from '../../../src/data/terms/terms-status.ts';
import { readWrite } from '../../../src/features/messages/pending-write.ts';
import { markRead } from '../../../src/features/messages/read-here.ts';
import { reviewWrite } from '../../../src/features/reviews/pending-write.ts';
import type { Subject } from '../subjects.ts';
import type { Acknowledgement, Edit, Rig, Shown, TabState } from './rig-page.ts';

/** Somebody at a page of the engine without screens: what they do there, and what they see. */
export class EngineRig implements Rig {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  signIn(userId: string, password: string): Promise<void> {
    return this.#engine.session.signIn({ userId, password, remember: true });
  }

  signOut = (): Promise<void> => this.#engine.session.signOut();

  leave = (): Promise<boolean> => this.#engine.session.switchUser();

  wake = async (): Promise<void> => this.#account.refreshAll();

  check = (): Promise<void> => this.#engine.connectivity.check();

  async write(edit: Edit): Promise<Acknowledgement> {
    return this.#acknowledge(await this.#enter(edit));
  }

  last = (subject: string): number => this.#findLastAdministrator(subject)?.order ?? 0;

  async written(subject: string, after: number): Promise<Acknowledgement | null> {
    return this.last(subject) > after ? this.#acknowledge(subject) : null;
  }

  rating(application: string): number | null {
    return this.#account.catalog.state.get().byId.get(application)?.catalog_info.user_liked ?? null;
  }

  async kept(subject: string): Promise<string> {
    const account = this.#account;
    const rows = (await onDisk(account, (database) => database.getAll('outbox'))) as OutboxRow[] | null;
    const own = rows?.filter((row) => row.subject === subject) ?? [];
    const reported = own.map(({ order, state, attempts }) => `${order} ${state} after ${attempts} attempts`);
    return `the disk has ${reported.join(', ') || 'nothing'}; for this tab it is ${account.storage.get()}`;
  }

  state(): TabState {
    const { phase } = this.#engine.session.state.get();
    const account = this.#engine.getAccount();
    const rows = account?.outbox.rows.get() ?? [];
    const refused = rows.filter(({ state }) => state === 'refused');
    return {
      phase,
      userId: account?.user.user_id ?? null,
      device: account?.session.device.id ?? null,
      unsent: account?.outbox.unsent() ?? 0,
      refused: refused.map(({ subject, lastError }) => `${subject}: ${JSON.stringify(lastError)}`),
    };
  }

  async shown(subjects: readonly Subject[]): Promise<Shown[]> {
    const { catalog, installs } = this.#account;
    await catalog.refreshAfterWrite();
    const answers = await this.#answers();
    const read = await this.#read();
    return subjects.map(({ id: application, message }) => {
      const info = catalog.state.get().byId.get(application)?.catalog_info;
      const installed = installs.records.get().get(application)?.installed ?? null;
      return {
        application,
        like: info?.user_liked ?? null,
        likes: info?.num_likes ?? 0,
        dislikes: info?.num_dislikes ?? 0,
        installed: installed === unknownVersion ? null : installed,
        accepted: answers.get(application) ?? null,
        isRead: read.has(message),
      };
    });
  }

  /** What the person said to the terms of each application. */
  async #answers(): Promise<ReadonlyMap<string, boolean | null>> {
    const { value, contains } = await latest(this.#account.openResource(readMyTerms));
    const rows = this.#account.outbox.rows.get();
    const carried = (value?.applications ?? []).map((terms) => applyAnswer(terms, rows, contains));
    return new Map(carried.map(({ application, accepted }) => [application, accepted]));
  }

  /** The messages that the person has read. */
  async #read(): Promise<ReadonlySet<string>> {
    const { value } = await latest(this.#account.openResource(listMessages));
    const messages = markRead(value?.messages ?? [], this.#account.outbox.rows.get());
    return new Set(messages.flatMap(({ id, is_read }) => (is_read ? [id] : [])));
  }

  get #account(): Account {
    const account = this.#engine.getAccount();
    if (account === null) throw new Error('Nobody is signed in.');
    return account;
  }

  /** The last row of a subject. */
  #findLastAdministrator(subject: string) {
    return this.#account.outbox.rows.get().findLast((row) => row.subject === subject);
  }

  /** Writes, and answers the subject. */
  async #enter(edit: Edit): Promise<string> {
    const { outbox, installs } = this.#account;
    switch (edit.kind) {
      case 'review':
        return (await outbox.enqueue(reviewWrite, edit.change)).subject;
      case 'terms':
        return (await outbox.enqueue(answerWrite, edit.answer)).subject;
      case 'read':
        return (await outbox.enqueue(readWrite, edit.reading)).subject;
      case 'opened':
        return (await outbox.enqueue(openingWrite, { application: edit.application })).subject;
      case 'installed':
        await installs.recordInstalledVersion(edit.application, edit.version);
        break;
      case 'asked':
        await installs.recordSent(edit.application, edit.version);
        await installs.recordQuestion(edit.application);
        await installs.recordInstalled(edit.application);
        break;
      case 'removed':
        await installs.recordRemoved(edit.application);
    }
    return `inventory:${edit.application}`;
  }

  /** Says that a write is kept: from here on it must not be lost. */
  async #acknowledge(subject: string): Promise<Acknowledgement> {
    const account = this.#account;
    const row = this.#findLastAdministrator(subject);
    if (row === undefined) throw new Error(`No row is about ${subject}.`);
    if (account.outbox.unpersistedIds.get().has(row.id)) throw new Error('It is kept in the page only.');
    return { kind: row.kind, subject, order: row.order, writer: await writerOf(account) };
  }
}

/** What the service says now: an answer that was asked for earlier may be on its way. */
async function latest<T>({ state, refresh }: Resource<T>) {
  await refresh();
  await refresh();
  return state.get();
}

/** The name of an account's database as a writer, as the service hears it. */
async function writerOf(account: Account): Promise<string> {
  const writer = (await onDisk(account, (database) => database.get('writer', 'writer'))) as Writer | null;
  return writer?.id ?? '';
}

/** Reads an account's database beside its own storage. */
async function onDisk(
  { name }: Account,
  read: (database: IDBPDatabase<unknown>) => Promise<unknown>,
): Promise<unknown> {
  // One that was deleted meanwhile is not made again here.
  const upgrade: OpenDBCallbacks<unknown>['upgrade'] = (_database, _from, _to, made) =>
    withHandledFailure(made).abort();
  const database = await openDB(name, undefined, { upgrade });
  try {
    return await read(database);
  } finally {
    database.close();
  }
}

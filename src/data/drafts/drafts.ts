import { type Observable, Observed } from '../observable.ts';
import type { AccountChannel } from '../session/account-channel.ts';
import { ignoreGone } from '../storage/idb-storage.ts';
import type { Storage } from '../storage/storage.ts';
import type { Draft } from './draft.ts';

interface DraftsContext {
  storage: Storage;
  channel: AccountChannel;
}

/**
 * What the person typed and has not sent, by what it is a draft of. Kept with every letter, with no wait in between, so that
 * no reload, release or end of the browser finds it unkept.
 */
export class Drafts {
  readonly #context: DraftsContext;
  readonly #all = new Observed<ReadonlyMap<string, Draft>>(new Map());
  #changes = 0;

  constructor(context: DraftsContext) {
    this.#context = context;
  }

  get all(): Observable<ReadonlyMap<string, Draft>> {
    return this.#all;
  }

  /** Reads the drafts again, after another tab changed them. */
  async reload(): Promise<void> {
    let seen: number;
    let entries: [string, Draft][];
    // What is typed while they are read is newer than what was read.
    do {
      seen = this.#changes;
      entries = await this.#context.storage.read(['drafts'], (transaction) => transaction.entries('drafts'));
    } while (seen !== this.#changes);
    this.#all.set(new Map(entries));
  }

  /** Takes the place of the draft that is there; an empty one is none. */
  keep(subject: string, draft: Draft): void {
    if (Object.keys(draft).length === 0) return this.drop(subject);
    this.#show(new Map(this.#all.get()).set(subject, draft));
    this.#write((storage) =>
      storage.write(['drafts'], (transaction) => transaction.put('drafts', subject, draft)),
    );
  }

  /** The person gave it up. */
  drop(subject: string): void {
    this.forget(subject);
    this.#write((storage) =>
      storage.write(['drafts'], (transaction) => transaction.delete('drafts', subject)),
    );
  }

  /** Forgets a draft whose record was deleted in the transaction that made a write of it. */
  forget(subject: string): void {
    const left = new Map(this.#all.get());
    if (left.delete(subject)) this.#show(left);
    this.#context.channel.tell('drafts');
  }

  #show(drafts: ReadonlyMap<string, Draft>): void {
    this.#changes += 1;
    this.#all.set(drafts);
  }

  #write(work: (storage: Storage) => Promise<void>): void {
    const { storage, channel } = this.#context;
    void work(storage)
      .then(() => channel.tell('drafts'))
      .catch(ignoreGone);
  }
}

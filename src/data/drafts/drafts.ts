import { type Observable, WritableObservable } from '../observable.ts';
import type { Draft } from '../records/draft.ts';
import type { AccountChannel } from '../storage/account-channel.ts';
import { ignoreGone } from '../storage/faults.ts';
import type { Storage } from '../storage/storage.ts';
import { UnloadCopy } from './unload-copy.ts';

interface DraftsContext {
  databaseName: string;
  storage: Storage;
  channel: AccountChannel;
}

/**
 * Unsent drafts, by subject. They are written with every letter, without waiting in between; what is not on the disk
 * when the page is left is handed to the next page in this tab.
 */
export class Drafts {
  readonly #context: DraftsContext;
  readonly #copy: UnloadCopy;
  readonly #all = new WritableObservable<ReadonlyMap<string, Draft>>(new Map());
  /** What is not on the disk yet; null for a removed draft. */
  readonly #unsaved = new Map<string, Draft | null>();
  #writing = false;
  #changes = 0;

  constructor(context: DraftsContext) {
    this.#context = context;
    this.#copy = new UnloadCopy(context.databaseName, () => this.#unsaved);
  }

  get all(): Observable<ReadonlyMap<string, Draft>> {
    return this.#all;
  }

  /** Reads the kept drafts, and takes over what the previous page could not store. */
  async load(): Promise<void> {
    await this.reload();
    for (const [subject, draft] of this.#copy.take()) this.#set(subject, draft);
  }

  /** Reads the drafts again, after another tab changed them. */
  async reload(): Promise<void> {
    let seen: number;
    let entries: [string, Draft][];
    // What is typed during the reading is newer.
    do {
      seen = this.#changes;
      entries = await this.#context.storage.read(['drafts'], (transaction) => transaction.entries('drafts'));
    } while (seen !== this.#changes);
    this.#all.set(applyChanges(new Map(entries), this.#unsaved));
  }

  /** Replaces the draft of a subject; an empty draft removes it. */
  save(subject: string, draft: Draft): void {
    this.#set(subject, Object.keys(draft).length === 0 ? null : draft);
  }

  /** Removes a draft that the person gave up, or that became a write. */
  remove(subject: string): void {
    this.#set(subject, null);
  }

  close(): void {
    this.#copy.close();
  }

  #set(subject: string, draft: Draft | null): void {
    this.#changes += 1;
    this.#all.set(applyChanges(this.#all.get(), new Map([[subject, draft]])));
    this.#unsaved.set(subject, draft);
    if (!this.#writing) void this.#write().catch(ignoreGone);
  }

  /** Writes until everything is on the disk; what is typed meanwhile is written in the next round. */
  async #write(): Promise<void> {
    this.#writing = true;
    try {
      while (this.#unsaved.size > 0) {
        const round = new Map(this.#unsaved);
        await this.#context.storage.write(['drafts'], async (transaction) => {
          for (const [subject, draft] of round)
            await (draft === null
              ? transaction.delete('drafts', subject)
              : transaction.put('drafts', subject, draft));
        });
        for (const [subject, draft] of round)
          if (this.#unsaved.get(subject) === draft) this.#unsaved.delete(subject);
        this.#context.channel.publish('drafts');
      }
    } finally {
      this.#writing = false;
    }
  }
}

/** The drafts with changes applied. */
function applyChanges(
  drafts: ReadonlyMap<string, Draft>,
  changes: ReadonlyMap<string, Draft | null>,
): ReadonlyMap<string, Draft> {
  const all = new Map(drafts);
  for (const [subject, draft] of changes) {
    if (draft === null) all.delete(subject);
    else all.set(subject, draft);
  }
  return all;
}

import { type Observable, Observed } from '../observable.ts';
import type { AccountChannel } from '../session/account-channel.ts';
import { ignoreGone } from '../storage/faults.ts';
import type { Storage } from '../storage/storage.ts';
import type { Draft } from './draft.ts';
import { UnloadCopy } from './unload-copy.ts';

interface DraftsContext {
  databaseName: string;
  storage: Storage;
  channel: AccountChannel;
}

/**
 * What the person typed and has not sent, by what it is a draft of. Written with every letter, with no wait in between; what
 * the disk has not taken when the page goes is handed to the page that follows in this tab.
 */
export class Drafts {
  readonly #context: DraftsContext;
  readonly #copy: UnloadCopy;
  readonly #all = new Observed<ReadonlyMap<string, Draft>>(new Map());
  /** What the disk does not have yet; null where a draft is gone. */
  readonly #unkept = new Map<string, Draft | null>();
  #writing = false;
  #changes = 0;

  constructor(context: DraftsContext) {
    this.#context = context;
    this.#copy = new UnloadCopy(context.databaseName, () => this.#unkept);
  }

  get all(): Observable<ReadonlyMap<string, Draft>> {
    return this.#all;
  }

  /** Reads what is kept, and takes over what the page before could not keep any more. */
  async load(): Promise<void> {
    await this.reload();
    for (const [subject, draft] of this.#copy.take()) this.#set(subject, draft);
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
    this.#all.set(overlaid(new Map(entries), this.#unkept));
  }

  /** Takes the place of the draft that is there; an empty one is none. */
  keep(subject: string, draft: Draft): void {
    this.#set(subject, Object.keys(draft).length === 0 ? null : draft);
  }

  /** The person gave it up, or it became a write. */
  drop(subject: string): void {
    this.#set(subject, null);
  }

  close(): void {
    this.#copy.close();
  }

  #set(subject: string, draft: Draft | null): void {
    this.#changes += 1;
    this.#all.set(overlaid(this.#all.get(), new Map([[subject, draft]])));
    this.#unkept.set(subject, draft);
    if (!this.#writing) void this.#write().catch(ignoreGone);
  }

  /** Writes until the disk has everything; what is typed meanwhile goes with the next round. */
  async #write(): Promise<void> {
    this.#writing = true;
    try {
      while (this.#unkept.size > 0) {
        const round = new Map(this.#unkept);
        await this.#context.storage.write(['drafts'], async (transaction) => {
          for (const [subject, draft] of round)
            await (draft === null
              ? transaction.delete('drafts', subject)
              : transaction.put('drafts', subject, draft));
        });
        for (const [subject, draft] of round)
          if (this.#unkept.get(subject) === draft) this.#unkept.delete(subject);
        this.#context.channel.tell('drafts');
      }
    } finally {
      this.#writing = false;
    }
  }
}

/** The drafts with changes laid over them. */
function overlaid(
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

import type { Draft } from '../records/draft.ts';

type Changes = ReadonlyMap<string, Draft | null>;

/**
 * Hands what is not on the disk yet from a page that is being left to the next one in the same tab. Only
 * `sessionStorage` can be written at that moment; it is emptied as soon as it is read.
 */
export class UnloadCopy {
  readonly #key: string;
  readonly #unsaved: () => Changes;

  constructor(databaseName: string, unkept: () => Changes) {
    this.#key = `${databaseName}.drafts`;
    this.#unsaved = unkept;
    globalThis.window?.addEventListener('pagehide', this.#leave);
    globalThis.window?.addEventListener('pageshow', this.#comeBack);
  }

  /** What the previous page left; only the first call returns it. */
  take(): Changes {
    try {
      const left = sessionStorage.getItem(this.#key);
      sessionStorage.removeItem(this.#key);
      return new Map(parseChanges(JSON.parse(left ?? '[]')));
    } catch {
      // There is no such storage, or its content is not usable.
      return new Map();
    }
  }

  close(): void {
    globalThis.window?.removeEventListener('pagehide', this.#leave);
    globalThis.window?.removeEventListener('pageshow', this.#comeBack);
  }

  #leave = (): void => {
    const unkept = [...this.#unsaved()];
    if (unkept.length === 0) return;
    try {
      sessionStorage.setItem(this.#key, JSON.stringify(unkept));
    } catch {
      // The browser refuses: what was typed in the last moments is lost.
    }
  };

  /** The page was only frozen and continues writing: its copy would be outdated later. */
  #comeBack = ({ persisted }: PageTransitionEvent): void => {
    if (persisted) this.take();
  };
}

/** The valid changes in what was read. */
function parseChanges(left: unknown): [string, Draft | null][] {
  if (!Array.isArray(left)) return [];
  return left.filter(
    (change): change is [string, Draft | null] =>
      Array.isArray(change) && typeof change[0] === 'string' && (change[1] === null || isDraft(change[1])),
  );
}

const isDraft = (value: unknown): value is Draft =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((field) => typeof field === 'string');

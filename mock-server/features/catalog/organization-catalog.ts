import { LRUCache } from 'lru-cache';
import { type Assignment, GroupCatalog } from './group-catalog.ts';
import type { ListingRules } from './listing.ts';
import type { CategoryRow } from './store.ts';

/** The counts of an application, and the comment that entries quote. */
export interface Counts {
  num_downloads: number;
  num_likes: number;
  num_dislikes: number;
  review_quote: string;
}

const noCounts: Counts = { num_downloads: 0, num_likes: 0, num_dislikes: 0, review_quote: '' };

/** Sets of groups of one organization that are kept in memory. */
const groupSetsKept = 32;

/** Characters of a review that an entry quotes. */
const quoteLength = 140;

/**
 * Everything that the catalogs of an organization can show, at one catalog revision. Only the counts are updated in place,
 * because they change with every download.
 */
export class OrganizationCatalog {
  readonly revision: number;
  readonly rules: ListingRules;
  readonly categories: readonly CategoryRow[];
  readonly #assignments: ReadonlyMap<string, readonly Assignment[]>;
  readonly #counts = new Map<string, Counts>();
  readonly #groupSets = new LRUCache<string, GroupCatalog>({ max: groupSetsKept });
  #activity: number;

  constructor(
    revision: number,
    activity: number,
    rules: ListingRules,
    categories: readonly CategoryRow[],
    assignments: ReadonlyMap<string, readonly Assignment[]>,
  ) {
    this.revision = revision;
    this.#activity = activity;
    this.rules = rules;
    this.categories = categories;
    this.#assignments = assignments;
  }

  /** Number of applications. */
  get size(): number {
    return this.#counts.size;
  }

  /** The activity revision of the counts. */
  get activity(): number {
    return this.#activity;
  }

  countsOf(applicationId: string): Counts {
    return this.#counts.get(applicationId) ?? noCounts;
  }

  /** Updates the counts and quotes. */
  renew(activity: number, rows: readonly CountRow[], quotes: readonly QuoteRow[]): void {
    const quoted = new Map(quotes.map((row) => [row.application, shortened(row.comment ?? '')]));
    for (const { id, num_downloads, num_likes, num_dislikes } of rows) {
      this.#counts.set(id, { num_downloads, num_likes, num_dislikes, review_quote: quoted.get(id) ?? '' });
    }
    this.#activity = Math.max(this.#activity, activity);
  }

  /** The offers for these groups together. */
  forGroups(groups: readonly string[]): GroupCatalog {
    const key = groups.join();
    const kept = this.#groupSets.get(key);
    if (kept !== undefined) return kept;
    const made = new GroupCatalog(groups.flatMap((group) => this.#assignments.get(group) ?? []));
    this.#groupSets.set(key, made);
    return made;
  }
}

type CountRow = Omit<Counts, 'review_quote'> & { id: string };
type QuoteRow = { application: string; comment: string | null };

/** The beginning of a comment in one line, cut between words. */
function shortened(comment: string): string {
  const line = comment.replace(/\s+/g, ' ').trim();
  if (line.length <= quoteLength) return line;
  const cut = line.slice(0, quoteLength);
  return `${cut.slice(0, cut.lastIndexOf(' ') > 0 ? cut.lastIndexOf(' ') : quoteLength)}…`;
}

import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** Statements that are prepared; each is kept by the server once a connection. */
const mostNamed = 300;
/** How often a statement must run before it is: those whose text grows with their values rarely come twice. */
const runsBeforeNamed = 5;
/** Statements whose runs are counted. */
const counted = 2_000;

/**
 * Which statements have names. A statement with a name is planned by the server once a connection, not with every run; PostgreSQL's
 * documentation, Extended Query. A join of five tables costs ten times more to plan than to run.
 */
export class StatementNames {
  readonly #names = new Map<string, string>();
  readonly #runs = new LRUCache<string, number>({ max: counted });

  /** The name of a statement that is about to run; undefined while it has none. */
  of(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined || this.#names.size >= mostNamed) return known;
    const runs = 1 + (this.#runs.get(text) ?? 0);
    this.#runs.set(text, runs);
    if (runs < runsBeforeNamed || !isPlanned(text)) return undefined;
    const name = createHash('sha256').update(text).digest('base64url');
    this.#names.set(text, name);
    this.#runs.delete(text);
    return name;
  }
}

/** Not what has no plan, like `begin`; and not `*`, whose columns another instance may change by a migration while this one runs. */
const isPlanned = (text: string): boolean =>
  /^(select|insert|update|delete|with)\b/.test(text) && !/\*(?!\))/.test(text);

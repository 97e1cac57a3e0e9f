import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** Most statements that are prepared; the server keeps each once for every connection. */
const maxNamedStatements = 300;
/** Runs after which a statement is prepared: statements whose text grows with their values rarely come twice. */
const runsBeforeNaming = 5;
/** Most statements whose runs are counted. */
const countPage = 2_000;

/**
 * Decides which statements have names. The server plans a named statement once for each connection, not at every run;
 * PostgreSQL's documentation, Extended Query. Planning a join of five tables takes ten times longer than running it.
 */
export class StatementNames {
  readonly #names = new Map<string, string>();
  readonly #runs = new LRUCache<string, number>({ max: countPage });

  /** The name of a statement that is about to run; undefined while it has none. */
  getName(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined || this.#names.size >= maxNamedStatements) return known;
    const runs = 1 + (this.#runs.get(text) ?? 0);
    this.#runs.set(text, runs);
    if (runs < runsBeforeNaming || !isPlanned(text)) return undefined;
    const name = createHash('sha256').update(text).digest('base64url');
    this.#names.set(text, name);
    this.#runs.delete(text);
    return name;
  }
}

/**
 * Whether a statement can be named: it must have a plan, which `begin` does not; and no `*`, whose columns a migration
 * of another instance may change while this one runs.
 */
const isPlanned = (text: string): boolean =>
  /^(select|insert|update|delete|with)\b/.test(text) && !/\*(?!\))/.test(text);

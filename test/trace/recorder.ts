import { Session } from 'node:inspector/promises';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';

/** What the service ran during a request. */
export interface Trace {
  /** Its own files of which at least one function ran, from the top of the checkout. */
  files: string[];
  /** Statements on the database, the beginning and end of a transaction among them. */
  statements: string[];
}

const top = join(import.meta.dirname, '../../');

/**
 * Records which files and SQL statements run, of this process: V8 counts the calls of functions, and the driver's
 * statements are observed where all of them pass.
 */
export class Recorder {
  readonly #session = new Session();
  #statements: string[] = [];
  #release: () => void = () => undefined;

  async start(): Promise<void> {
    this.#session.connect();
    await this.#session.post('Profiler.enable');
    await this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    this.#release = observeStatements((text) => {
      // The watch over the schema belongs to no request.
      if (!text.includes('kysely_migration')) this.#statements.push(text);
    });
  }

  /** What ran since the last call. */
  async taken(): Promise<Trace> {
    const { result } = await this.#session.post('Profiler.takePreciseCoverage');
    const files = result
      .filter(({ functions }) =>
        functions.some(
          ({ functionName, ranges }) => functionName !== '' && ranges.some(({ count }) => count > 0),
        ),
      )
      .map(({ url }) => url.replace('file://', ''))
      .filter((url) => url.startsWith(top))
      .map((url) => url.slice(top.length))
      .filter((path) => /^(mock-server|contract)\//.test(path));
    const statements = this.#statements;
    this.#statements = [];
    return { files: [...new Set(files)].sort(), statements };
  }

  stop(): void {
    this.#release();
    this.#session.disconnect();
  }
}

/** Calls `seen` with the text of each statement that runs in this process; returns what ends that. */
function observeStatements(seen: (text: string) => void): () => void {
  const sample = new SqliteDatabase(':memory:');
  const prototype = Object.getPrototypeOf(sample.prepare('select 1')) as Record<
    'all' | 'run' | 'iterate',
    (...values: unknown[]) => unknown
  >;
  sample.close();
  const { all, run, iterate } = prototype;
  for (const [name, original] of Object.entries({ all, run, iterate })) {
    prototype[name as 'all'] = function (this: { source: string }, ...values) {
      seen(this.source);
      return original.apply(this, values);
    };
  }
  return () => void Object.assign(prototype, { all, run, iterate });
}

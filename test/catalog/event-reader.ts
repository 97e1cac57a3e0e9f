import type { CatalogEvent } from '../../contract/sync.ts';
import type { Requests } from '../setup/requests.ts';

export interface Listening {
  headers?: Record<string, string>;
  query?: string;
  /** An instance other than the service's own. */
  url?: string;
}

/** Reads a stream of events as a client does. */
export class EventReader {
  readonly response: Response;
  readonly #lines: AsyncGenerator<string>;
  readonly #over: AbortController;

  private constructor(response: Response, over: AbortController) {
    this.response = response;
    this.#over = over;
    this.#lines = linesOf(response, over.signal);
  }

  static async open(
    service: Requests,
    session: { token: string; udid: string },
    { headers = {}, query = '', url = service.url }: Listening = {},
  ): Promise<EventReader> {
    const over = new AbortController();
    const response = await fetch(new URL(`/v3/catalog/events${query}`, url), {
      headers: { 'x-token': session.token, 'x-udid': session.udid, ...headers },
      signal: over.signal,
    });
    return new EventReader(response, over);
  }

  /** The next event with its name; null when the stream has ended. */
  async next(): Promise<{ id: string; data: CatalogEvent } | null> {
    let id = '';
    for (;;) {
      const { value: line, done } = await this.#lines.next();
      if (done === true) return null;
      if (line.startsWith('id: ')) id = line.slice('id: '.length);
      if (line.startsWith('data: '))
        return { id, data: JSON.parse(line.slice('data: '.length)) as CatalogEvent };
    }
  }

  /** The next line, of whatever kind. */
  async line(): Promise<string> {
    return (await this.#lines.next()).value ?? 'ended';
  }

  /** Ends the stream at once: somebody who is waiting for a line would otherwise keep it open until the next heartbeat. */
  async close(): Promise<void> {
    this.#over.abort();
    await this.#lines.return(undefined);
  }
}

async function* linesOf({ body }: Response, over: AbortSignal): AsyncGenerator<string> {
  let rest = '';
  try {
    for await (const text of body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const lines = `${rest}${text}`.split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } catch (error) {
    if (!over.aborted) throw error;
  }
}

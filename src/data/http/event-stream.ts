/** A part of a stream of server-sent events (HTML standard, 9.2). */
export type ServerSentPart =
  /** The time in milliseconds after which to come back when the stream has ended. */
  { kind: 'retry'; milliseconds: number } | { kind: 'event'; data: string };

/** Milliseconds without a byte after which the connection counts as dead: the service sends something every 25 s. */
const silenceTimeoutMs = 60_000;

/**
 * Reads an answer as events until it ends. Throws when the connection breaks or is dead; the caller ends the request.
 */
export async function* readEvents(response: Response): AsyncGenerator<ServerSentPart> {
  let data: string[] = [];
  for await (const line of readLines(response)) {
    const [, field, value = ''] = /^([a-z]+)(?:: ?(.*))?$/.exec(line) ?? [];
    if (field === 'retry' && /^\d+$/.test(value)) yield { kind: 'retry', milliseconds: Number(value) };
    if (field === 'data') data.push(value);
    if (line === '' && data.length > 0) {
      yield { kind: 'event', data: data.join('\n') };
      data = [];
    }
  }
}

async function* readLines({ body }: Response): AsyncGenerator<string> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  if (reader === undefined) return;
  let rest = '';
  for (
    let part = await withSilenceTimeout(reader.read());
    !part.done;
    part = await withSilenceTimeout(reader.read())
  ) {
    const lines = `${rest}${part.value}`.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}

/** Waits for `work`; throws when the connection is dead. */
export async function withSilenceTimeout<T>(work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('The line is silent.')), silenceTimeoutMs);
  return Promise.race([work, promise]).finally(() => clearTimeout(timer));
}

import type { BodySize } from '../../../../contract/common/body-sizes.ts';
import { ServiceError } from '../../errors.ts';
import { decodeBody, findJsonRefusal } from './clean-text.ts';
import { ByteMeter, JsonMeter } from './json-meter.ts';

/** Counts the bytes of all incomplete bodies in memory. */
export class BodyBudget {
  readonly #maxBytes: number;
  #usedBytes = 0;

  /** `most` bytes of all bodies together. */
  constructor(max: number) {
    this.#maxBytes = max;
  }

  /** Error: `unavailable` when there is no room; nothing is taken then. */
  reserve(bytes: number): void {
    if (this.#usedBytes + bytes > this.#maxBytes) {
      throw new ServiceError('unavailable', 'The service is busy. Send the request again in a moment.', {
        headers: { 'retry-after': '5' },
      });
    }
    this.#usedBytes += bytes;
  }

  release(bytes: number): void {
    this.#usedBytes -= bytes;
  }
}

/** The limits for reading JSON. */
export interface JsonRules {
  size: BodySize;
  budget: BodyBudget;
  /** See `encodingOf`. */
  encoding: string;
}

/**
 * Reads JSON while it arrives; undefined for an empty body. It is refused as soon as a byte breaks a limit. Errors:
 * `body_too_large`, `invalid_input`, `unavailable`, and those of the source.
 */
export async function readJson(
  source: AsyncIterable<Buffer>,
  { size, budget, encoding }: JsonRules,
): Promise<unknown> {
  const isUtf8 = encoding === 'utf-8';
  const arriving = isUtf8 ? new JsonMeter(size) : new ByteMeter(size);
  const chunks: Buffer[] = [];
  let locked = 0;
  try {
    for await (const chunk of source) {
      arriving.add(chunk);
      budget.reserve(chunk.length);
      locked += chunk.length;
      chunks.push(chunk);
    }
    if (locked === 0) return undefined;
    const text = decodeBody(Buffer.concat(chunks), encoding);
    // Brackets and commas can be told in bytes only where each is one byte, and nothing else has it.
    if (!isUtf8) new JsonMeter(size).add(Buffer.from(text));
    return parseCleanJson(text);
  } finally {
    budget.release(locked);
  }
}

/** Parses JSON that the databases can return unchanged. Error: `invalid_input`. */
function parseCleanJson(text: string): unknown {
  const value = parse(text);
  const refusal = findJsonRefusal(value);
  if (refusal !== null) throw refusal;
  return value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ServiceError('invalid_input', 'The request body is not valid JSON.', { cause });
  }
}

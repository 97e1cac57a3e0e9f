import { createHash } from 'node:crypto';
import { OutgoingError } from '../../../platform/outgoing/outgoing-error.ts';
import type { Engines } from '../../../platform/services.ts';

/**
 * Characters of the hash that are sent to the server; it answers with the remaining characters of all hashes that it
 * knows.
 */
const prefixLength = 5;
/** Bytes of an answer: about a thousand lines. */
const maxAnswerBytes = 256 * 1024;

/**
 * Asks a server of breached passwords (`HIBP_URL`, the range protocol of Have I Been Pwned) about one password. The
 * server learns 20 bits of its SHA-1, which hundreds of others share; the length of its answer reveals nothing, because
 * it is padded.
 */
export class BreachedPasswords {
  /** Called when the server could not be asked: the password is then accepted. */
  onFailure: (error: OutgoingError) => void = () => undefined;
  readonly #engines: Engines;

  constructor(engines: Engines) {
    this.#engines = engines;
  }

  async has(password: string): Promise<boolean> {
    const { breachedPasswords: base, limits } = this.#engines.config;
    if (base === null) return false;
    const hash = createHash('sha1').update(password).digest('hex').toUpperCase();
    try {
      const answer = await this.#engines.outgoing.get(base + hash.slice(0, prefixLength), {
        types: ['text/plain'],
        headers: { 'add-padding': 'true' },
        limit: maxAnswerBytes,
        signal: AbortSignal.timeout(limits.breachedPasswordsTimeout),
      });
      return isListed(answer.toString('latin1'), hash.slice(prefixLength));
    } catch (error) {
      if (!(error instanceof OutgoingError)) throw error;
      this.onFailure(error);
      return false;
    }
  }
}

/**
 * Whether an answer (`SUFFIX:COUNT`, one a line) contains a suffix. Lines that only pad the answer have the count 0.
 */
function isListed(answer: string, suffix: string): boolean {
  const line = answer.split(/\r?\n/).find((each) => each.toUpperCase().startsWith(`${suffix}:`));
  return line !== undefined && Number(line.slice(suffix.length + 1)) > 0;
}

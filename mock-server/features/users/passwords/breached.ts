import { createHash } from 'node:crypto';
import { oncePerPlatform } from '../../../platform/once-per-platform.ts';
import { OutgoingError } from '../../../platform/outgoing/outgoing-error.ts';
import type { Platform } from '../../../platform/services.ts';

/** Characters of the hash that the server is told; it answers with the rest of each that it knows. */
const prefixLength = 5;
/** Bytes of an answer: about a thousand lines. */
const longestAnswer = 256 * 1024;

/**
 * Asks a server of breached passwords (`HIBP_URL`, the range protocol of Have I Been Pwned) about one. It learns 20 bits of its
 * SHA-1, which hundreds of others share, and the length of its answer says nothing, since it is padded.
 */
class BreachedPasswords {
  /** Told when the server could not be asked: the password is taken then. */
  onFailure: (error: OutgoingError) => void = () => undefined;
  readonly #platform: Platform;

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  async has(password: string): Promise<boolean> {
    const { breachedPasswords: base, limits } = this.#platform.config;
    if (base === null) return false;
    const hash = createHash('sha1').update(password).digest('hex').toUpperCase();
    try {
      const answer = await this.#platform.outgoing.get(base + hash.slice(0, prefixLength), {
        types: ['text/plain'],
        headers: { 'add-padding': 'true' },
        limit: longestAnswer,
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

/** Whether an answer (`SUFFIX:COUNT`, one a line) has a suffix. Lines that only pad it count 0. */
function isListed(answer: string, suffix: string): boolean {
  const line = answer.split(/\r?\n/).find((each) => each.toUpperCase().startsWith(`${suffix}:`));
  return line !== undefined && Number(line.slice(suffix.length + 1)) > 0;
}

export const breachedPasswords = oncePerPlatform((platform) => new BreachedPasswords(platform));

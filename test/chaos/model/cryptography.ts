import { cheap } from '../../setup/cheap-derivation.ts';
import type { Course } from './network.ts';

/**
 * The browser's cryptography: its chances are the world's, and what it does in other threads takes a turn. Names begin with the
 * world's own, since the service knows those of earlier worlds.
 */
export function cryptographyOf({
  loop,
  random,
  name,
}: Course): Pick<Crypto, 'subtle' | 'randomUUID' | 'getRandomValues'> {
  const subtle = new Proxy(crypto.subtle, {
    get:
      (target, name) =>
      (...given: unknown[]) =>
        loop.outside(async () => Reflect.apply(Reflect.get(target, name, target), target, given.map(cheap))),
  });
  const digits = (count: number) =>
    Array.from({ length: count }, () => random.below(16).toString(16)).join('');
  return {
    subtle,
    randomUUID: () => `${name}-${digits(4)}-4${digits(3)}-8${digits(3)}-${digits(12)}`,
    getRandomValues: (array) => {
      if (ArrayBuffer.isView(array)) {
        const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
        for (const at of bytes.keys()) bytes[at] = random.below(256);
      }
      return array;
    },
  };
}

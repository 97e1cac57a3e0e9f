import type { JarSection } from './sections.ts';

/** A digest that a device compares. */
export interface ExpectedDigest {
  hash: 'md5' | 'sha1' | 'sha256' | 'sha384' | 'sha512';
  value: Buffer;
}

/** Names in `Digest-Algorithms`, which Android before 4.3 reads, and the first API level that supports each. */
const named: Readonly<Record<string, { hash: ExpectedDigest['hash']; since: number }>> = {
  MD5: { hash: 'md5', since: 0 },
  SHA: { hash: 'sha1', since: 0 },
  SHA1: { hash: 'sha1', since: 0 },
  'SHA-1': { hash: 'sha1', since: 0 },
  'SHA-256': { hash: 'sha256', since: 0 },
  'SHA-384': { hash: 'sha384', since: 9 },
  'SHA-512': { hash: 'sha512', since: 9 },
};
/** Strongest first, as Android from 4.3 on (API level 18) looks for them. */
const preferred = ['SHA-512', 'SHA-384', 'SHA-256', 'SHA1'] as const;
const digestsByStrength = 18;

/**
 * The digests of a section that devices from `minSdk` on compare; empty when they support none of them. `suffix` ends
 * the attribute's name, for example `-Digest`.
 */
export function expectedDigests(section: JarSection, suffix: string, minSdk: number): ExpectedDigest[] {
  const read = (name: string): ExpectedDigest[] => {
    const text = section.attributes.get(`${name}${suffix}`.toLowerCase());
    const algorithm = named[name.toUpperCase()];
    return text === undefined || algorithm === undefined || algorithm.since > minSdk
      ? []
      : [{ hash: algorithm.hash, value: Buffer.from(text, 'base64') }];
  };
  const early = minSdk < digestsByStrength ? first(listedNames(section), read) : [];
  if (minSdk < digestsByStrength && early.length === 0) return [];
  const late = first(preferred, read).filter(({ hash }) => hash !== early[0]?.hash);
  return [...early, ...late];
}

const listedNames = ({ attributes }: JarSection): string[] =>
  (attributes.get('digest-algorithms') ?? 'SHA SHA1').split(/\s+/).slice(0, 16);

function first(names: readonly string[], read: (name: string) => ExpectedDigest[]): ExpectedDigest[] {
  for (const name of names) {
    const found = read(name);
    if (found.length > 0) return found;
  }
  return [];
}

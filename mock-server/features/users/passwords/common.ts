import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';

const unpack = promisify(brotliDecompress);

let list: Promise<string> | undefined;

/** One password a line, with a line feed before the first and after the last. */
const read = async (): Promise<string> => {
  const packed = await readFile(join(import.meta.dirname, 'common-passwords.txt.br'));
  return `\n${(await unpack(packed)).toString()}\n`;
};

/**
 * Whether a password is one of the 100,000 most used ones, ignoring upper and lower case; the file beside it names its
 * source.
 */
export async function isCommon(password: string): Promise<boolean> {
  list ??= read();
  return (await list).includes(`\n${password.toLowerCase()}\n`);
}

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';

const unpack = promisify(brotliDecompress);

let list: Promise<string> | undefined;

/** One a line, with a line end before the first and after the last. */
const read = async (): Promise<string> => {
  const packed = await readFile(join(import.meta.dirname, 'common-passwords.txt.br'));
  return `\n${(await unpack(packed)).toString()}\n`;
};

/** Whether a password is one of the 100,000 most used, in whatever case; the file beside it says where they are from. */
export async function isCommon(password: string): Promise<boolean> {
  list ??= read();
  return (await list).includes(`\n${password.toLowerCase()}\n`);
}

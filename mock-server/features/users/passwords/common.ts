import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';

const decompress = promisify(brotliDecompress);

/** One password a line, with a line feed before the first and after the last. */
const read = async (): Promise<string> => {
  const packed = await readFile(join(import.meta.dirname, 'common-passwords.txt.br'));
  return `\n${(await decompress(packed)).toString()}\n`;
};

/** The 100,000 most used passwords; the file beside this one names its source. It is read when it is first needed. */
export class CommonPasswords {
  #list: Promise<string> | undefined;

  /** Whether a password is one of them, ignoring upper and lower case. */
  async has(password: string): Promise<boolean> {
    this.#list ??= read();
    return (await this.#list).includes(`\n${password.toLowerCase()}\n`);
  }
}

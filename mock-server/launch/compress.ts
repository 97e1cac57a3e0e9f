import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const compressible = /\.(js|css|html|svg|json|txt)$/;
const minBytes = 500;

/** Writes a Brotli and a gzip copy beside every text file of a directory, so that the service need not compress them. */
export function compressFiles(directory: string): void {
  for (const name of readdirSync(directory, { recursive: true, encoding: 'utf8' })) {
    if (!compressible.test(name)) continue;
    const path = join(directory, name);
    const bytes = readFileSync(path);
    if (bytes.length < minBytes) continue;
    writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
    writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params }));
  }
}

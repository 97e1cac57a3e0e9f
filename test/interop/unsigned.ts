import { withZip } from '../../mock-server/app-packages/zip/open-zip.ts';
import { writeZip } from '../../mock-server/app-packages/zip/write-zip.ts';
import { storedMethod } from '../../mock-server/app-packages/zip/zip-entry.ts';

const signatureFile = /^META-INF\/(MANIFEST\.MF|[^/]+\.(SF|RSA|DSA|EC))$/;
const maxBytes = 1e9;

/** An Android package as a build gives it before anybody signs: its files, without those of a signature and without a signing block. */
export const unsignedCopy = (path: string): Promise<Buffer> =>
  withZip(path, async (zip) => {
    const stored = [...zip.entries.values()].filter(({ name }) => !signatureFile.test(name));
    const sources = stored.map(async ({ name, unixMode, compressionMethod }) => {
      const data = (await zip.read(name, maxBytes)) ?? Buffer.alloc(0);
      return { name, data, unixMode, stored: compressionMethod === storedMethod };
    });
    return writeZip(await Promise.all(sources));
  });

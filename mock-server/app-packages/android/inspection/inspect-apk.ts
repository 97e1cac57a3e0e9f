import { placeOfFile, readBundledVersions, recordVersionText } from '../../inspection/bundled-versions.ts';
import type { Findings } from '../../inspection/findings.ts';
import { PackageError } from '../../package-error.ts';
import type { GuardedZip } from '../../zip/guarded-zip.ts';
import { readManifest } from '../read-apk.ts';
import { verifyApk } from '../signature/verify-apk.ts';
import { readElf } from './elf.ts';
import { inspectDex } from './inspect-dex.ts';
import { inspectManifest } from './inspect-manifest.ts';

const dexFile = /^classes\d*\.dex$/;
const nativeLibrary = /^lib\/[\w-]{1,40}\/([^/]+\.so)$/;
const dexBytes = 64 * 1024 * 1024;
const libraryBytes = 64 * 1024 * 1024;

/** Notes the findings in an Android package. Errors: PackageError. */
export async function inspectApk(findings: Findings, zip: GuardedZip): Promise<void> {
  const manifest = await readManifest(zip);
  await inspectManifest(findings, zip, manifest);
  for (const { sha256, subject, validFrom, validTo } of (await verifyApk(zip, manifest.signatureNeeds()))
    .signers) {
    findings.analysis.Certificates.push({ subject, sha256, valid_from: validFrom, valid_until: validTo });
  }
  const names = zip.names();
  for (const name of names.filter((name) => dexFile.test(name))) {
    await withBytes(findings, zip, name, dexBytes, (bytes) => inspectDex(findings, bytes, name, zip.budget));
  }
  for (const name of names.filter((name) => nativeLibrary.test(name))) {
    await withBytes(findings, zip, name, libraryBytes, (bytes) => inspectLibrary(findings, zip, name, bytes));
  }
  await readBundledVersions(zip, findings);
}

/** Reads a file and inspects it; a file that is too large is noted as left out. */
async function withBytes(
  findings: Findings,
  zip: GuardedZip,
  name: string,
  max: number,
  look: (bytes: Buffer) => void,
): Promise<void> {
  if ((zip.entries.get(name)?.uncompressedSize ?? 0) > max) {
    findings.leaveOut(`${name}: too large`);
    return;
  }
  const bytes = await zip.read(name, max);
  if (bytes === null) return;
  try {
    look(bytes);
  } catch (error) {
    throw error instanceof PackageError && error.entry === null
      ? new PackageError(error.code, { entry: name, cause: error })
      : error;
  }
}

/** "OpenSSL 1.1.1k  25 Mar 2021", as its library contains it. */
const openSsl = 'OpenSSL ';
const maxVersionTextLength = 60;

function inspectLibrary(findings: Findings, zip: GuardedZip, file: string, bytes: Buffer): void {
  const { needed, ...facts } = readElf(bytes, zip.budget);
  const place = placeOfFile(file);
  findings.add('Native Libraries', file, { ...facts, place });
  findings.addLibrary('Dynamic Libraries', nativeLibrary.exec(file)?.[1] ?? file);
  for (const name of needed) {
    if (!zip.has(file.replace(/[^/]+$/, name))) findings.addLibrary('System Frameworks', name);
  }
  zip.budget.step(bytes.length);
  for (let at = bytes.indexOf(openSsl); at !== -1; at = bytes.indexOf(openSsl, at + 1)) {
    const text =
      bytes
        .subarray(at, at + maxVersionTextLength)
        .toString('latin1')
        .split('\0', 1)[0] ?? '';
    recordVersionText(findings, text, { ...place, offset: at });
  }
}

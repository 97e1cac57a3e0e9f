import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildBillOfMaterials } from './bill-of-materials.ts';
import { computeFingerprint } from './fingerprint.ts';
import { billFile, catalogDir, commandLineFile, serverFile, stampFile, workerFile } from './paths.ts';

/** Whether `dist` was built from the present sources. */
export const isBuilt = (): boolean => isBuiltFrom(computeFingerprint());

/** Builds the catalog, the service and the command line when their sources have changed since the last build. */
export async function buildIfChanged(): Promise<void> {
  const wanted = computeFingerprint();
  if (isBuiltFrom(wanted)) return;
  process.stderr.write('Building the catalog, the service and the command line.\n');
  rmSync(stampFile, { force: true });
  // Imported only here, because loading the bundler takes longer than everything else in this file.
  const { buildCatalog, buildCommandLine, buildService, buildWorker } = await import('./bundle.ts');
  await buildCatalog();
  await buildService();
  await buildWorker();
  await buildCommandLine();
  writeFileSync(billFile, buildBillOfMaterials());
  writeFileSync(stampFile, wanted);
}

/**
 * The same in a process of its own: the bundler takes half a gigabyte of memory, which a service that is started by the same
 * process would keep until its next start. Ends this process when the build fails.
 */
export function buildInOwnProcess(): void {
  if (isBuilt()) return;
  const { status } = spawnSync(process.execPath, [import.meta.filename], { stdio: ['ignore', 2, 2] });
  if (status !== 0) process.exit(status ?? 1);
}

if (import.meta.main) await buildIfChanged();

function isBuiltFrom(wanted: string): boolean {
  const files = [
    stampFile,
    serverFile,
    workerFile,
    commandLineFile,
    billFile,
    join(catalogDir, 'index.html'),
  ];
  return files.every((file) => existsSync(file)) && readFileSync(stampFile, 'utf8') === wanted;
}

import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { billOfMaterials } from './bill-of-materials.ts';
import { fingerprint } from './fingerprint.ts';
import {
  billFile,
  catalogDir,
  checkpointWorkerFile,
  commandLineFile,
  serverFile,
  stampFile,
  workerFile,
} from './paths.ts';

/** Whether `dist` was built from the present sources. */
export const isBuilt = (): boolean => isBuiltFrom(fingerprint());

/** Builds the catalog, the service and the command line when their sources have changed since the last build. */
export async function buildIfChanged(): Promise<void> {
  const wanted = fingerprint();
  if (isBuiltFrom(wanted)) return;
  process.stderr.write('Building the catalog, the service and the command line.\n');
  rmSync(stampFile, { force: true });
  // Imported only here, because loading the bundler takes longer than everything else in this file.
  const { buildCatalog, buildCommandLine, buildService, buildCheckpointWorker, buildWorker } = await import(
    './bundle.ts'
  );
  await buildCatalog();
  await buildService();
  await buildWorker();
  await buildCheckpointWorker();
  await buildCommandLine();
  writeFileSync(billFile, billOfMaterials());
  writeFileSync(stampFile, wanted);
}

function isBuiltFrom(wanted: string): boolean {
  const files = [
    stampFile,
    serverFile,
    workerFile,
    checkpointWorkerFile,
    commandLineFile,
    billFile,
    join(catalogDir, 'index.html'),
  ];
  return files.every((file) => existsSync(file)) && readFileSync(stampFile, 'utf8') === wanted;
}

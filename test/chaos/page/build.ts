import { build, type Rolldown } from 'vite';
import type { OwnFiles } from '../weather.ts';

/** Where the rig's page lies: among the addresses that the catalog's service worker leaves to the service. */
export const rigPath = '/v3/chaos/';

/** Builds the rig's page from the sources of the catalog's engine. */
export async function buildRigPage(): Promise<OwnFiles> {
  const built = await build({
    root: import.meta.dirname,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    base: rigPath,
    build: { write: false, target: 'esnext', minify: false },
  });
  const { output } = built as Rolldown.RolldownOutput;
  return new Map(output.map((file) => [pathOf(file.fileName), contentOf(file)]));
}

const pathOf = (name: string) => rigPath + (name === 'index.html' ? '' : name);

function contentOf(file: Rolldown.OutputChunk | Rolldown.OutputAsset) {
  if (file.type === 'chunk') return { type: 'text/javascript', content: file.code };
  return { type: 'text/html', content: String(file.source) };
}

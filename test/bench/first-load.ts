import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { buildIfChanged } from '../../mock-server/launch/build.ts';
import { catalogDir } from '../../mock-server/launch/paths.ts';
import type { Measurement } from './measurement.ts';

/** kB (1,000 bytes) that a first visit may cost in JavaScript, compressed. */
const limit = 112;

/** The JavaScript that the catalog's page names: its script, and what that needs before it can run. */
export const firstLoad: Measurement = {
  name: 'first-load',
  async run() {
    await buildIfChanged();
    const scripts = firstScripts(readFileSync(join(catalogDir, 'index.html'), 'utf8'));
    const sizes = scripts.map((path) => gzipSync(readFileSync(join(catalogDir, path))).length / 1000);
    return [
      {
        work: 'first-load JavaScript, gzip',
        ours: sizes.reduce((whole, size) => whole + size, 0),
        unit: 'kB',
        against: { name: 'limit', value: limit },
        target: { atMost: 1 },
      },
    ];
  },
};

/** Paths of the scripts and module preloads of a page. Error: when it has none, so that nothing is measured as little. */
function firstScripts(html: string): string[] {
  const tags = html.match(/<(script|link)\b[^>]*>/g) ?? [];
  const paths = tags.flatMap((tag) => /\b(?:src|href)="([^"]+\.js)"/.exec(tag)?.[1] ?? []);
  if (paths.length === 0) throw new Error('The built page loads no script.');
  return paths;
}

import { globSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Sources } from './syntax.ts';

/** The top of the project. */
export const root = resolve(import.meta.dirname, '../..');

const written = ['*', '.ci/**', 'contract/**', 'docs/**', 'mock-server/**', 'public/**', 'src/**', 'test/**'];
const isText = /\.(ts|tsx|mjs|css|html|json|md|svg|yml)$|(^|\/)(run|\.[a-z]+)$/;

/** All files of the project except generated ones; binary ones have an empty text. */
export function projectSources(): Sources {
  const files = globSync(written, { cwd: root }).filter((path) => statSync(join(root, path)).isFile());
  return new Map(
    files.map((path) => [path, isText.test(path) ? readFileSync(join(root, path), 'utf8') : '']),
  );
}

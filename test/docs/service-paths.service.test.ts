import { afterAll, describe, expect, it } from 'vitest';
import { catalogPages } from '../../contract/common/catalog-pages.ts';
import { servicePaths } from '../../contract/common/service-paths.ts';
import { operations } from '../../contract/operations.ts';
import { buildApp } from '../../mock-server/app.ts';
import { testConfig } from '../setup/service.ts';

const test = await testConfig({});
const { remove } = test;
const app = await buildApp(test.config);
await app.server.ready();
afterAll(async () => {
  await app.close();
  await remove();
});

/** The paths in Fastify's drawing of its routes: four characters for each step in, then the piece that is added. */
function pathsIn(tree: string): string[] {
  const pieces: string[] = [];
  return tree
    .split('\n')
    .map((line) => /^(?<step>(?:[│ ] {3})*)[├└]── (?<piece>\S+)(?: \((?<methods>.*)\))?/.exec(line)?.groups)
    .flatMap((groups) => {
      if (groups === undefined) return [];
      const depth = (groups.step?.length ?? 0) / 4;
      pieces.splice(depth, Infinity, groups.piece ?? '');
      return groups.methods === undefined ? [] : [pieces.join('')];
    });
}

describe('the paths of the service', () => {
  it('hold every operation', () => {
    expect(operations.map(({ path }) => path).filter((path) => !servicePaths.test(path))).toEqual([]);
  });

  it('hold every other route that the service registers', () => {
    const paths = pathsIn(app.server.printRoutes({ commonPrefix: false }));
    expect(paths).toEqual(
      expect.arrayContaining(['/healthz', '/openapi.json', '/docs', '/manifest.webmanifest']),
    );
    expect(paths.filter((path) => !servicePaths.test(path))).toEqual(['*']);
  });

  it.each(['/docs?q=users', '/downloads/direct/a', '/media/a.png', '/v1/x'])('hold %s', (path) => {
    expect(servicePaths.test(path)).toBe(true);
  });

  it.each([...Object.values(catalogPages), '/assets/a.js', '/sw.js', '/docsify', '/direct/a?x=/v1/'])(
    'leave %s to the catalog',
    (path) => {
      expect(servicePaths.test(path)).toBe(false);
    },
  );
});

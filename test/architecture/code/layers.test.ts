import { describe, expect, it } from 'vitest';
import { projectSources } from '../project.ts';
import { circlesOf } from './circles.ts';
import { layerViolations } from './layer-check.ts';
import { engineLayers, layers } from './layers.ts';
import { moduleGraph } from './module-graph.ts';

const sources = projectSources();

describe('features of the service', () => {
  const graph = moduleGraph(sources, 'mock-server/features');

  it('import each other without circles', () => {
    expect(circlesOf(graph)).toEqual([]);
  });

  it('import only features of their own layer or of one below', () => {
    expect(layerViolations(graph, layers)).toEqual([]);
  });
});

describe('the platform of the service', () => {
  const graph = moduleGraph(sources, 'mock-server/platform');

  it('has modules without circles', () => {
    expect(circlesOf(graph)).toEqual([]);
  });

  it('has a database that knows no HTTP', () => {
    expect(graph.get('database')).not.toContain('http');
  });
});

describe('the catalog in the browser', () => {
  const engine = moduleGraph(sources, 'src/data');

  it('has an engine whose modules import each other without circles', () => {
    expect(circlesOf(engine)).toEqual([]);
  });

  it('has an engine whose modules import only those of their own layer or of one below', () => {
    expect(layerViolations(engine, engineLayers)).toEqual([]);
  });

  it('has features that import each other without circles', () => {
    expect(circlesOf(moduleGraph(sources, 'src/features'))).toEqual([]);
  });
});

const graphOf = (edges: Readonly<Record<string, readonly string[]>>) =>
  new Map(Object.entries(edges).map(([name, imported]) => [name, new Set(imported)]));

describe('the search for circles', () => {
  it('finds none where every way ends', () => {
    expect(circlesOf(graphOf({ a: ['b', 'c'], b: ['c'], c: [] }))).toEqual([]);
  });

  it('finds each circle once, with all its modules', () => {
    const graph = graphOf({ a: ['b'], b: ['c'], c: ['a', 'd'], d: ['e'], e: ['d'], f: ['a', 'd'] });
    expect(circlesOf(graph)).toEqual([
      ['a', 'b', 'c'],
      ['d', 'e'],
    ]);
  });

  it('joins circles that share a module', () => {
    expect(circlesOf(graphOf({ a: ['b', 'c'], b: ['a'], c: ['a'] }))).toEqual([['a', 'b', 'c']]);
  });
});

describe('the graph of modules', () => {
  it('has folders and files, and counts types, exports and dynamic imports', () => {
    const files = new Map([
      ['p/a/one.ts', `import type { B } from '../b/deep/two.ts'; import './own.ts';`],
      ['p/a/own.ts', ''],
      ['p/b/deep/two.ts', `export { c } from '../../c.ts'; import 'react';`],
      ['p/c.ts', `const a = import('./a/one.ts'); import '../elsewhere.ts';`],
    ]);
    expect(moduleGraph(files, 'p')).toEqual(graphOf({ a: ['b'], b: ['c.ts'], 'c.ts': ['a'] }));
  });
});

describe('the check of layers', () => {
  const table = { low: ['a', 'b'], high: ['c'] };

  it('takes imports within a layer and downwards', () => {
    expect(layerViolations(graphOf({ a: ['b'], b: [], c: ['a', 'b'] }), table)).toEqual([]);
  });

  it('refuses an import upwards', () => {
    expect(layerViolations(graphOf({ a: ['c'], b: [], c: [] }), table)).toEqual(['a (low) imports c (high)']);
  });

  it('refuses a module without a layer, and a row without its module', () => {
    expect(layerViolations(graphOf({ a: [], b: [], d: [] }), table)).toEqual([
      'c is in the table, but is no module',
      'd is in no layer',
    ]);
  });
});

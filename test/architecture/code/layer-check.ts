import type { ModuleGraph } from './circles.ts';

/** What is wrong with a graph by a table of layers, lowest first: a line for each import that leads up, and for each module without a layer. */
export function layerViolations(
  graph: ModuleGraph,
  layers: Readonly<Record<string, readonly string[]>>,
): string[] {
  const names = Object.keys(layers);
  const levels = new Map(
    Object.values(layers).flatMap((modules, level) => modules.map((name) => [name, level])),
  );
  const unplaced = [...graph.keys()].filter((name) => !levels.has(name));
  const absent = [...levels.keys()].filter((name) => !graph.has(name));
  const upward = [...graph].flatMap(([from, imported]) =>
    [...imported]
      .filter((to) => (levels.get(to) ?? 0) > (levels.get(from) ?? 0))
      .map((to) => `${from} (${names[levels.get(from) ?? 0]}) imports ${to} (${names[levels.get(to) ?? 0]})`),
  );
  return [
    ...unplaced.map((name) => `${name} is in no layer`),
    ...absent.map((name) => `${name} is in the table, but is no module`),
    ...upward,
  ].sort();
}

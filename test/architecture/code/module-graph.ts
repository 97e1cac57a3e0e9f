import { importsOf, isCode, type Sources } from '../syntax.ts';
import type { ModuleGraph } from './circles.ts';

/**
 * The modules of a place and their imports of each other, type imports included. Each folder directly below the place
 * is a module, and so is each file there.
 */
export function moduleGraph(sources: Sources, place: string): ModuleGraph {
  const graph = new Map<string, Set<string>>();
  for (const [path, text] of sources) {
    const from = moduleOf(place, path);
    if (from === undefined || !isCode(path)) continue;
    const imported = graph.get(from) ?? new Set();
    graph.set(from, imported);
    for (const { target, ours } of importsOf(path, text)) {
      const to = ours ? moduleOf(place, target) : undefined;
      if (to !== undefined && to !== from) imported.add(to);
    }
  }
  return graph;
}

/** The name of the folder or file directly below a place; none for what is elsewhere. */
const moduleOf = (place: string, path: string): string | undefined =>
  path.startsWith(`${place}/`) ? path.slice(place.length + 1).split('/', 1)[0] : undefined;

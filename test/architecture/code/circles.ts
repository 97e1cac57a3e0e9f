/** Who imports whom: names of modules, each with the names of those it imports. */
export type ModuleGraph = ReadonlyMap<string, ReadonlySet<string>>;

/** Where a depth-first search stands; the numbers of Tarjan's algorithm. */
interface Visit {
  /** In which order the module was reached. */
  index: number;
  /** The earliest module on the stack that it leads back to. */
  lowLink: number;
  onStack: boolean;
}

/**
 * The circles of a graph, by Tarjan's algorithm: each is the sorted names of modules that all lead to each other. A
 * module alone is none, even when it imports itself.
 */
export function circlesOf(graph: ModuleGraph): string[][] {
  const visits = new Map<string, Visit>();
  const stack: string[] = [];
  const circles: string[][] = [];

  const visit = (name: string): Visit => {
    const own: Visit = { index: visits.size, lowLink: visits.size, onStack: true };
    visits.set(name, own);
    stack.push(name);
    for (const imported of graph.get(name) ?? []) {
      const known = visits.get(imported);
      if (known === undefined) own.lowLink = Math.min(own.lowLink, visit(imported).lowLink);
      else if (known.onStack) own.lowLink = Math.min(own.lowLink, known.index);
    }
    if (own.lowLink === own.index) {
      const component = stack.splice(stack.lastIndexOf(name));
      for (const member of component) {
        const one = visits.get(member);
        if (one !== undefined) one.onStack = false;
      }
      if (component.length > 1) circles.push(component.sort());
    }
    return own;
  };

  for (const name of [...graph.keys()].sort()) if (!visits.has(name)) visit(name);
  return circles.sort((one, other) => ((one[0] ?? '') < (other[0] ?? '') ? -1 : 1));
}

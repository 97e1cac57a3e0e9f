import { type Import, importsOf, isCode, parse, type Sources } from '../syntax.ts';
import { type ImportRule, importRules, reserved } from './import-rules.ts';

/** Forbidden imports of these files, a line each. */
export function importViolations(sources: Sources): string[] {
  const code = [...sources].filter(([path]) => isCode(path));
  const graph = new Map(code.map(([path, text]) => [path, importsOf(path, text)]));
  return [
    ...[...graph].flatMap(([path, imports]) => imports.flatMap((one) => violationsOf(path, one, sources))),
    ...code.flatMap(([path, text]) => reExports(path, text)),
    ...cycles(graph),
  ];
}

/** The rule that applies to a file. */
export function ruleFor(path: string): ImportRule | undefined {
  return importRules.find(({ from }) => pattern(from).test(path));
}

function violationsOf(path: string, imported: Import, sources: Sources): string[] {
  const rule = ruleFor(path);
  if (rule === undefined) return [`${path} stands under no rule of import-rules.ts`];
  const reported = `${path} imports ${imported.target}`;
  if (!imported.ours)
    return mayUsePackage(rule, imported.target) ? [] : [`${reported}, a package that is not for it`];
  if (!sources.has(imported.target)) return [`${reported}, which is no file`];
  const places = reserved[imported.target];
  if (places !== undefined && !places.some((place) => isReservedFor(place, path, imported)))
    return [`${reported}, which only ${places.join(' and ')} may import`];
  return mayImport(rule, path, imported) ? [] : [`${reported}, which ${rule.from} may not`];
}

/** `place`: as in `reserved`. */
function isReservedFor(place: string, path: string, { typeOnly }: Import): boolean {
  const [, erasedOnly, from = ''] = /^(type )?(.*)$/.exec(place) ?? [];
  return pattern(from).test(path) && (typeOnly || erasedOnly === undefined);
}

function mayUsePackage({ packages, without }: ImportRule, name: string): boolean {
  return (packages?.includes(name) ?? true) && !(without?.includes(name) ?? false);
}

function mayImport(rule: ImportRule, path: string, { target, typeOnly }: Import): boolean {
  const x = pattern(rule.from).exec(path)?.groups?.x ?? '';
  return rule.may.some((place) => {
    const [, erasedOnly, to = ''] = /^(type )?(.*)$/.exec(place) ?? [];
    return pattern(to.replace('{x}', x)).test(target) && (typeOnly || erasedOnly === undefined);
  });
}

/**
 * A place as a regular expression: `{x}` is a named group, `*` one name or a part of it, a final `/` everything below.
 */
function pattern(place: string): RegExp {
  const escaped = place.replaceAll(/[.+$()[\]\\|^?]/g, String.raw`\$&`);
  const source = escaped.replace('{x}', '(?<x>[^/]+)').replaceAll('*', '[^/]+');
  return new RegExp(`^${source}${place.endsWith('/') ? '' : '$'}`);
}

/** A feature is imported only through its facade.ts; any other file that re-exports hides where things are. */
function reExports(path: string, text: string): string[] {
  if (path.endsWith('/facade.ts')) return [];
  const { staticExports } = parse(path, text).module;
  const passedOn = staticExports.some(({ entries }) => entries.some(({ moduleRequest }) => moduleRequest));
  return passedOn ? [`${path} exports what another file declares: import it from there`] : [];
}

/** Cycles of imports, each reported once, by the path that closes it. */
function cycles(graph: ReadonlyMap<string, readonly Import[]>): string[] {
  const found: string[] = [];
  const done = new Set<string>();
  const visit = (path: string, trail: readonly string[]): void => {
    if (trail.includes(path))
      found.push(`cycle: ${[...trail.slice(trail.indexOf(path)), path].join(' -> ')}`);
    if (done.has(path) || trail.includes(path)) return;
    for (const { target, ours } of graph.get(path) ?? []) if (ours) visit(target, [...trail, path]);
    done.add(path);
  };
  for (const path of graph.keys()) visit(path, []);
  return found;
}

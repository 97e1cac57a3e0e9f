import type { Sources } from '../syntax.ts';

/** A path from the top of the project. */
const mention = /(?<![\w./-])(?:contract|docs|mock-server|src|test)\/[\w./*{},<>-]*[\w/}*]/g;

/**
 * Paths in pages that lead to no file, a line each; `<x>` and `*` stand for a name, `**` for folders, `{a,b}` for
 * alternatives.
 */
export function pathViolations(sources: Sources): string[] {
  const paths = [...sources.keys()];
  return [...sources]
    .filter(([page]) => page.endsWith('.md'))
    .flatMap(([page, text]) =>
      codeOf(text)
        .flatMap((code) => code.match(mention) ?? [])
        .filter((path) => !paths.some((file) => leadsTo(path).test(file)))
        .map((path) => `${page} names ${path}, which is not there`),
    );
}

/** The parts of a page that are code. */
const codeOf = (text: string): string[] => text.match(/^```.*?^```|`[^`\n]+`/gms) ?? [];

function leadsTo(path: string): RegExp {
  const pattern = path
    .replaceAll('.', String.raw`\.`)
    .replaceAll('**/', '(?:.+/)?')
    .replaceAll(/<[\w-]+>|(?<!\.)\*/g, '[^/]*')
    .replaceAll(/\{([^}]*)\}/g, (_, names: string) => `(?:${names.replaceAll(',', '|')})`);
  return new RegExp(`^${pattern}${path.endsWith('/') ? '' : '(?:/|$)'}`);
}

import { refusedLines } from '../code/compile.ts';
import { parse, type Sources } from '../syntax.ts';

/** Files that declare what a guide to the engine mentions. */
const declaring = /^(contract|src\/data|src\/features\/(errors|reviews))\/.*\.ts$/;

/** What the code of the guide takes from `useAccount()` and `useEngine()`. */
const declarations = 'declare const account: Account, engine: Engine;';

/** The compiler's options for code of the catalog. */
const options = {
  lib: ['ES2024', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'],
  types: ['vite/client', 'vite-plugin-pwa/client'],
};

/**
 * What of the code in a guide does not compile: its blocks of TypeScript, and what it calls in the text beginning with
 * `account.` or `engine.`, with the type behind a colon. What files of the engine and the contract export is there.
 */
export async function brokenCode(guide: string, sources: Sources): Promise<string[]> {
  const snippets = [...blocksOf(guide).map(asLine), ...spansOf(guide).flatMap(asStatement)];
  const lines = [...new Set(snippets)];
  const imports = importsFor([lines, declarations].join(' '), sources);
  return refusedLines([imports, declarations].join('\n'), lines, options);
}

/** Errors of calls that a guide does not name, each with its class and its kind. */
export function missingErrors(guide: string, errors: string): string[] {
  const spans = new Set(spansOf(guide));
  const classes = [...errors.matchAll(/^export class (\w+)/gm)].map(([, name = '']) => name);
  const kinds = [...errors.matchAll(/ kind(?:: \w+)? = '([\w-]+)'/g)].map(([, kind = '']) => kind);
  return [...classes, ...kinds].filter((name) => !spans.has(name));
}

const fence = /^```ts\n(.*?)^```/gms;
const blocksOf = (guide: string): string[] => [...guide.matchAll(fence)].map(([, block = '']) => block);
const spansOf = (guide: string): string[] =>
  [...guide.replaceAll(fence, '').matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span);

/** A block as one line, inside its own function. */
const asLine = (block: string): string =>
  `void (async () => { ${block
    .replaceAll(/ *\/\/.*$/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim()} });`;

/** `account.outbox.retry(id)` as `account.outbox.retry`: only the names of its parameters are given. */
function asStatement(span: string): string[] {
  const found = /^((?:account|engine)(?:\.\w+)+)(?:\(.*?\))?(?:: (.+))?$/.exec(span);
  if (found === null) return /^(account|engine)\./.test(span) ? [span] : [];
  const [, chain = '', type] = found;
  return [type === undefined ? `void ${chain};` : `void (${chain} satisfies ${type});`];
}

/** Imports of the names that the code uses and a file exports. */
function importsFor(code: string, sources: Sources): string {
  return [...sources]
    .filter(([path]) => declaring.test(path))
    .flatMap(([path, text]) =>
      parse(path, text)
        .module.staticExports.flatMap(({ entries }) => entries)
        .flatMap(({ exportName: { name }, isType }) =>
          name !== null && new RegExp(`\\b${name}\\b`).test(code)
            ? [`import { ${isType ? 'type ' : ''}${name} } from '#/${path}';`]
            : [],
        ),
    )
    .join('\n');
}

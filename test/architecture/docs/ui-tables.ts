import { posix } from 'node:path';
import type { Sources } from '../syntax.ts';
import { functionsOf, type Part, partsOf, typesOf } from './ui-parts.ts';

/** What the design system offers, as its sources say it: parts with their props, functions, and the types of both. */
export function uiTables(sources: Sources): string {
  const parts = partsOf(sources);
  const functions = functionsOf(sources);
  const types = typesOf(sources, [...parts, ...functions]);
  return [
    table(['part', 'props', 'what it is'], parts.map(rowOf)),
    table(['function', 'takes', 'what it does'], functions.map(rowOf)),
    table(
      ['type', 'declared as'],
      types.map(([name, declared]) => [code(name), code(declared)]),
    ),
  ].join('\n');
}

const rowOf = ({ name, path, takes, about }: Part): string[] => [
  `[${code(name)}](${posix.relative('docs', path)})`,
  takes.map(code).join(', '),
  about,
];

const code = (text: string): string => `\`${text}\``;

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows.map((cells) => cells.map(escaped))];
  return `${lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`;
}

/** A cell's text, with bars escaped, which would end it. */
const escaped = (cell: string): string => cell.replaceAll('|', '\\|');

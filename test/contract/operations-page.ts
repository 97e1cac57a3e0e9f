import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Section, sectionsOf } from '../architecture/docs/markdown.ts';
import { documentedOperations, isThere } from './documented-operations.ts';

type Documented = (typeof documentedOperations)[number];
type Document = Documented[4];

const folder = join(import.meta.dirname, '../../docs/interface');
const pageOf = (document: Document): string => `document-${document}.md`;

const introduction = `# Every documented operation

Written by \`node test/contract/write-operations-page.ts\` from \`test/contract/documented-operations.ts\`; a test compares
both, and another holds the contract against the same list. Paths answer with and without their last slash, and with
\`org/<org_id>\` after the version.

- **Who**: the context that the document names; what it means is in [README.md](README.md), who is let in beside it in
  [roles.md](../roles.md).
- **Payload**: \`shown\`, request and answer are documented; \`part\`, some of them; \`open\`, nothing is, and
  [open-choices.md](open-choices.md) says what holds.
- An area that this service does not have yet says so under its name.
`;

/** The section of a document that describes an operation: its own, else one that mentions it. Error: none does. */
function sectionFor(document: Document, operation: string): Section {
  const sections = sectionsOf(readFileSync(join(folder, pageOf(document)), 'utf8'));
  const endpoints = sections.slice(sections.findIndex(({ title }) => title === 'Endpoints'));
  const found =
    endpoints.find(({ title }) => title === operation) ??
    endpoints.find(({ text }) => text.includes(`\`${operation}\``));
  if (found === undefined) throw new Error(`docs/interface/${pageOf(document)} does not have ${operation}`);
  return found;
}

const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

function row([, method, path, context, document, payload]: Documented): string {
  const operation = `${method} ${path}`;
  const { title, anchor } = sectionFor(document, operation);
  const label = title === operation ? `document ${document}` : `document ${document}, ${title}`;
  const link = `[${label}](${pageOf(document)}#${anchor})`;
  return line([`\`${operation}\``, context.replaceAll('_', ' '), payload, link]);
}

function area(name: string, list: readonly Documented[]): string {
  const title = `## ${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  const heading = ['operation', 'who', 'payload', 'section'];
  const table = [line(heading), line(heading.map(() => '---')), ...list.map(row)];
  return [title, '', ...(isThere(name) ? [] : ['Not there yet.', '']), ...table, ''].join('\n');
}

/** The path of the page. */
export const operationsPath = join(folder, 'operations.md');

/** `docs/interface/operations.md` as it should be. */
export function operationsPage(): string {
  const areas = [...Map.groupBy(documentedOperations, ([name]) => name)];
  return [introduction, ...areas.map(([name, list]) => area(name, list))].join('\n');
}

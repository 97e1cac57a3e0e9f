import { type Markup, renderHtml } from '../../../markup.ts';
import type { OpenApiDocument } from '../openapi-document.ts';
import { guide } from './guide.ts';
import { describeOperation, type Located, operationsOf } from './operation.ts';
import { describeSchema } from './schema.ts';

export const stylePath = '/docs/reference.css';
export const scriptPath = '/docs/reference.js';

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** The whole reference as one page. It is complete without scripts; the script adds the filter. */
export function referencePage(document: OpenApiDocument): string {
  const operations = operationsOf(document);
  const areas = document.tags.map(({ name }) => ({
    name,
    operations: operations.filter(({ operation }) => operation.tags[0] === name),
  }));
  return renderHtml`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${document.info.title} API reference</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="${stylePath}">
<script src="${scriptPath}" defer></script>
</head>
<body>
<a class="skip" href="#start">Skip to the content</a>
<header>
<h1>${document.info.title} API reference</h1>
<form role="search" hidden>
<label for="filter">Find an operation</label>
<input id="filter" type="search" autocomplete="off" spellcheck="false">
<p role="status"></p>
</form>
</header>
<nav aria-label="Contents">
<ul>
<li><a href="#start">First steps</a></li>
<li><a href="#sources">Sources</a></li>
<li><a href="#tokens">Tokens</a></li>
<li><a href="#organizations-below">Organizations below your own</a></li>
<li><a href="#lists">Lists</a></li>
<li><a href="#errors">Errors</a></li>
${areas.map(({ name, operations: found }) => contents(name, found))}
<li><a href="#schemas">Objects</a></li>
</ul>
</nav>
<main>
${guide(document)}
${areas.map(
  ({ name, operations: found }) => renderHtml`<section id="area-${name}" data-area>
<h2>${capital(name)}</h2>
${found.map((located) => describeOperation(located, document))}
</section>`,
)}
${schemas(document)}
</main>
</body>
</html>
`.text;
}

const contents = (
  area: string,
  operations: readonly Located[],
): Markup => renderHtml`<li><a href="#area-${area}">${capital(area)}</a><ul>
${operations.map(({ operation }) => renderHtml`<li><a href="#${operation.operationId}">${operation.summary}</a></li>`)}
</ul></li>`;

const schemas = ({ components }: OpenApiDocument): Markup => renderHtml`<section id="schemas">
<h2>Objects</h2>
${Object.entries(components.schemas).map(
  ([name, schema]) =>
    renderHtml`<article id="schema-${name}"><h3><a href="#schema-${name}">${name}</a></h3>${describeSchema(schema, 'answer')}</article>`,
)}
</section>`;

import { roleNames } from '../../../../../contract/common/codes.ts';
import type { CallerContext, FieldScope } from '../../../../../contract/common/operation.ts';
import { type Markup, renderHtml } from '../../../markup.ts';
import type { OpenApiDocument, OperationObject } from '../openapi-document.ts';
import { answers, parameters, requestBody } from './content.ts';
import { curlExample } from './example.ts';

/** An operation with its path and method. */
export interface Located {
  method: string;
  path: string;
  operation: OperationObject;
}

/** Every operation of the document, in its order. */
export const operationsOf = ({ paths }: OpenApiDocument): Located[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );

const callers: Readonly<Record<CallerContext, string>> = {
  none: 'Anybody, without a token.',
  valid_user: 'Any user, with a token in X-TOKEN.',
  administrator: 'With a token in X-TOKEN:',
  publisher: 'With a token in X-TOKEN:',
  user_and_device: 'Any user, with a token in X-TOKEN and in X-UDID a device paired with them.',
  query_token_and_device: 'Any user, with token and udid in the query, or with a link made by the service.',
  direct_install: 'Anybody, for an application that allows direct install.',
};

const fact = (name: string, text: string | null): Markup | null =>
  text === null ? null : renderHtml`<div><dt>${name}</dt><dd>${text}</dd></div>`;

const whoMayCall = ({ 'x-context': context, 'x-roles': roles = [] }: OperationObject): string =>
  `${callers[context]} ${roles.map((role) => roleNames[role]).join(', ')}`.trim();

/** The scope of an API token that the operation needs, and those that fields of its body need. */
function scopesText({ 'x-scope': own, 'x-field-scopes': fields = {} }: OperationObject): string | null {
  if (own === undefined) return null;
  const further = Object.entries(fields).map(([field, scope]) => `${field} also needs ${fieldText(scope)}`);
  return [own, ...further].join('; ');
}

const fieldText = (scope: Exclude<FieldScope, 'reference'>): string =>
  typeof scope === 'string'
    ? scope
    : Object.entries(scope)
        .map(([text, needed]) => `${needed} for ${text}`)
        .join(', ');

/** The description of one operation, with its own anchor. */
export function describeOperation(located: Located, document: OpenApiDocument): Markup {
  const { method, path, operation } = located;
  const token = operation.security.length > 0;
  return renderHtml`<article id="${operation.operationId}" data-words="${operation.operationId} ${operation['x-context']}">
<h3><a href="#${operation.operationId}">${operation.summary}</a></h3>
<p class="address"><span class="method ${method}">${method.toUpperCase()}</span> <code>${path}</code></p>
<dl class="facts">
<div><dt>Who</dt><dd>${whoMayCall(operation)}</dd></div>
${token ? renderHtml`<div><dt>For an organization below</dt><dd><code>${path.replace(/^\/v\d/, '$&/org/{org_id}')}</code></dd></div>` : null}
${fact('Scopes of an API token', scopesText(operation))}${fact('Asks for a recent sign-in', operation['x-recent-sign-in'] ?? null)}
${operation['x-replaced-by'] === undefined ? null : renderHtml`<div><dt>Replaced by</dt><dd><code>${operation['x-replaced-by']}</code></dd></div>`}
<div><dt>Source</dt><dd>${operation['x-source']}</dd></div>
</dl>
${parameters('Path', operation, 'path')}${parameters('Query', operation, 'query')}${parameters('Headers', operation, 'header')}
${requestBody(operation)}${answers(operation)}
<h4>Example</h4>
<pre><code>${curlExample(located, document.components.schemas)}</code></pre>
</article>`;
}

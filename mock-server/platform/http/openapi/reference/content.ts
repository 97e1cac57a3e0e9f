import { type Markup, renderHtml } from '../../../markup.ts';
import type { Content, OperationObject, ParameterObject, Schema } from '../openapi-document.ts';
import { describeSchema, field, type Side } from './schema.ts';

/** The parameters of an operation of one kind (path, query or header); empty when it has none. */
export function parameters(
  title: string,
  operation: OperationObject,
  place: ParameterObject['in'],
): Markup | null {
  const found = operation.parameters.filter((parameter) => parameter.in === place);
  if (found.length === 0) return null;
  const rows = found.map(({ name, schema, required }) =>
    field(name, { schema, mark: required ? 'required' : null, side: 'request' }),
  );
  return renderHtml`<h4>${title}</h4><dl class="fields">${rows}</dl>`;
}

export function requestBody({ requestBody: body }: OperationObject): Markup | null {
  if (body === undefined) return null;
  return renderHtml`<h4>Body</h4>${media(withoutRepetition(body.content), 'request', '')}`;
}

/** Where a body is either JSON or a form whose part `data` is the same JSON, the JSON is described once. */
function withoutRepetition(content: Content): Content {
  const { 'application/json': json, 'multipart/form-data': form } = content;
  if (json === undefined || form === undefined) return content;
  const data = { type: 'JSON', description: 'the JSON above' };
  const properties = { ...(form.schema.properties as Record<string, Schema>), data };
  return { ...content, 'multipart/form-data': { schema: { ...form.schema, properties } } };
}

/** The successful answers, then the possible refusals. */
export function answers({ responses }: OperationObject): Markup {
  const refusals = Object.keys(responses).filter((status) => /^[45]/.test(status));
  const reported = Object.entries(responses).flatMap(([status, response]) => {
    if (!('description' in response)) return [];
    return response.content === undefined
      ? renderHtml`<p class="media">${status}, without a body</p>`
      : media(response.content, 'answer', `${status} `);
  });
  return renderHtml`<h4>Answer</h4>${reported}
<p class="media">Refusals${refusals.length === 0 ? null : renderHtml` (${refusals.join(', ')})`} are <a href="#errors">the error object</a>.</p>`;
}

const media = (content: Content, side: Side, before: string): Markup =>
  renderHtml`${Object.entries(content).map(
    ([type, { schema }]) =>
      renderHtml`<p class="media">${before}<code>${type}</code></p>${describeSchema(schema, side)}`,
  )}`;

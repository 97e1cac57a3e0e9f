import type { OpenApiDocument, OperationObject, Schema } from '../openapi-document.ts';
import { nameOf } from './schema.ts';

type Named = OpenApiDocument['components']['schemas'];

const texts: Readonly<Record<string, string>> = {
  email: 'ada@example.org',
  date: '2030-01-31',
};

/** An example text: the name of its field, unless its format or pattern asks for something else. */
function exampleText({ format, pattern }: Schema, name: string): string {
  if (String(pattern).includes('@[')) return 'ada@example.org';
  if (String(pattern).startsWith('^[0-9')) return '1';
  return texts[String(format)] ?? name.replaceAll('_', '');
}

/** An example value of a schema: its own, or one with only its required fields. `name` is that of the field, and the text of its examples. */
export function exampleOf(schema: Schema, named: Named, name = 'text'): unknown {
  const reference = nameOf(schema);
  if (reference !== null) return exampleOf(named[reference] ?? {}, named, name);
  if ('const' in schema) return schema.const;
  if (Array.isArray(schema.examples)) return schema.examples[0];
  if ('default' in schema) return schema.default;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if (Array.isArray(schema.anyOf)) return exampleOf(schema.anyOf[0] as Schema, named, name);
  switch (schema.type) {
    case 'object':
      return exampleObject(schema, named);
    case 'array':
      return [exampleOf((schema.items ?? {}) as Schema, named, name)];
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    case 'boolean':
      return true;
    default:
      return exampleText(schema, name);
  }
}

/** The required fields; when there are none, the first field, so that the example is not empty. */
function exampleObject(schema: Schema, named: Named): Record<string, unknown> {
  const properties = (schema.properties ?? {}) as Record<string, Schema>;
  const required = (schema.required ?? Object.keys(properties).slice(0, 1)) as string[];
  return Object.fromEntries(required.map((name) => [name, exampleOf(properties[name] ?? {}, named, name)]));
}

/** A call with curl; addresses and secrets are variables of the shell. */
export function curlExample(
  { method, path, operation }: { method: string; path: string; operation: OperationObject },
  named: Named,
): string {
  const upperMethod = method.toUpperCase();
  const address = `"$BASE${path.replace(/\{(\w+)\}/g, (_, name: string) => `$${name.toUpperCase()}`)}${query(operation, named)}"`;
  const parts = [
    ['GET', 'POST'].includes(upperMethod) ? '' : `-X ${upperMethod}`,
    address,
    ...headers(operation, named),
    ...body(operation, named, upperMethod),
  ];
  return `curl ${parts.filter((part) => part !== '').join(' \\\n  ')}`;
}

function query({ security, parameters }: OperationObject, named: Named): string {
  const secrets = security.some((scheme) => 'queryToken' in scheme) ? ['token=$TOKEN', 'udid=$UDID'] : [];
  const requested = parameters
    .filter(
      (parameter) =>
        parameter.in === 'query' && parameter.required && !['token', 'udid'].includes(parameter.name),
    )
    .map(({ name, schema }) => `${name}=${encodeURIComponent(String(exampleOf(schema, named, name)))}`);
  const all = [...secrets, ...requested];
  return all.length === 0 ? '' : `?${all.join('&')}`;
}

function headers({ security, parameters }: OperationObject, named: Named): string[] {
  const has = (scheme: string) => security.some((one) => scheme in one);
  const requested = parameters.filter(
    ({ in: place, required, name }) => place === 'header' && required && name !== 'x-udid',
  );
  return [
    has('token') ? '-H "X-TOKEN: $TOKEN"' : '',
    has('device') ? '-H "X-UDID: $UDID"' : '',
    ...requested.map(({ name, schema }) => `-H '${name}: ${String(exampleOf(schema, named, name))}'`),
  ];
}

function body({ requestBody }: OperationObject, named: Named, method: string): string[] {
  const content = requestBody?.content ?? {};
  const json = content['application/json'];
  const form = content['multipart/form-data'];
  const data = json && JSON.stringify(exampleOf(json.schema, named));
  if (form !== undefined) return parseFormParts(form.schema, data);
  if (data !== undefined) return ["-H 'Content-Type: application/json'", `-d '${data}'`];
  const [type] = Object.keys(content);
  if (type !== undefined) return [`-H 'Content-Type: ${type}'`, '--data-binary @part'];
  return method === 'POST' ? ['-X POST'] : [];
}

/** The parts of an example form; of the files only the first. */
function parseFormParts(form: Schema, data: string | undefined): string[] {
  const [file] = Object.keys(form.properties as object).filter((name) => name !== 'data');
  return [data === undefined ? '' : `-F 'data=${data};type=application/json'`, `-F ${file}=@${file}`];
}

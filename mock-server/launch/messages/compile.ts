import { type Messages, type Part, parseMessage } from './message.ts';

/**
 * The JavaScript module of a messages file: a text without arguments is a string, one with arguments a function of an
 * object of them. `runtime` is the path of src/ui/i18n/plural.ts.
 */
export function compileMessages(messages: Messages, language: string, runtime: string): string {
  const imports = `import { formatNumber, selectPlural } from ${JSON.stringify(runtime)};`;
  return `${imports}\nexport default ${compile(messages, JSON.stringify(language))};\n`;
}

function compile(messages: Messages, language: string): string {
  if (typeof messages === 'string') return compileMessage(messages, language);
  if (Array.isArray(messages)) return `[${messages.map((item) => compile(item, language)).join(', ')}]`;
  const entries = Object.entries(messages).map(
    ([key, item]) => `${JSON.stringify(key)}: ${compile(item, language)}`,
  );
  return `{ ${entries.join(', ')} }`;
}

function compileMessage(text: string, language: string): string {
  const parts = parseMessage(text);
  const code = compileParts(parts, language);
  return parts.every(({ kind }) => kind === 'text') ? code : `(values) => ${code}`;
}

/** The expression of a text that consists of these parts. */
function compileParts(parts: readonly Part[], language: string): string {
  const [only] = parts;
  if (only === undefined) return '""';
  if (parts.length === 1) return compilePart(only, language);
  const pieces = parts.map((part) =>
    part.kind === 'text' ? part.text.replaceAll(/[`\\]|\$\{/g, '\\$&') : `\${${compilePart(part, language)}}`,
  );
  return `\`${pieces.join('')}\``;
}

function compilePart(part: Part, language: string): string {
  if (part.kind === 'text') return JSON.stringify(part.text);
  const value = `values[${JSON.stringify(part.name)}]`;
  if (part.kind === 'argument') return value;
  if (part.kind === 'number') return `formatNumber(${language}, ${value})`;
  const options = [...part.options].map(
    ([key, option]) => `${JSON.stringify(key)}: ${compileParts(option, language)}`,
  );
  const forms = `{ ${options.join(', ')} }`;
  return part.kind === 'plural' ? `selectPlural(${language}, ${value}, ${forms})` : `${forms}[${value}]`;
}

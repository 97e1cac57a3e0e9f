import { listArguments, type Messages } from './message.ts';

/** The command that writes the declarations of all messages files. */
const command = 'node test/architecture/words/write-message-types.ts';

/** The type declaration (`messages.en.d.json.ts`) of an English messages file. */
export const declareMessages = (messages: Messages): string =>
  writeDeclaration(declare(messages, declareMessage));

/**
 * The type declaration of an English messages file of the service, whose texts are templates that are filled in when
 * they are sent. `templates` is the module that declares their type.
 */
export const declareTemplates = (messages: Messages, templates: string): string =>
  writeDeclaration(declare(messages, declareTemplate), `import type { Template } from '${templates}';\n`);

const writeDeclaration = (type: string, head = ''): string =>
  `// Written by ${command}.\n${head}declare const messages: ${type};\nexport default messages;\n`;

function declare(messages: Messages, declareText: (text: string) => string, indent = ''): string {
  if (typeof messages === 'string') return declareText(messages);
  if (Array.isArray(messages)) {
    const types = new Set(messages.map((item) => declare(item, declareText, indent)));
    return `readonly (${[...types].join(' | ')})[]`;
  }
  const members = Object.entries(messages).map(
    ([key, item]) =>
      `${indent}  ${/^\w+$/.test(key) ? key : JSON.stringify(key)}: ${declare(item, declareText, `${indent}  `)};\n`,
  );
  return `{\n${members.join('')}${indent}}`;
}

function declareMessage(text: string): string {
  const values = [...listArguments(text)].map(([name, type]) => `${name}: ${type}`);
  return values.length === 0 ? 'string' : `(values: { ${values.join('; ')} }) => string`;
}

function declareTemplate(text: string): string {
  const names = [...listArguments(text)].map(([name, type]) => {
    if (type !== 'string') throw new Error(`The service fills in only {name}, in “${text}”`);
    return `'${name}'`;
  });
  return names.length === 0 ? 'string' : `Template<${names.join(' | ')}>`;
}

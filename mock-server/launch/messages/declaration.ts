import { listArguments, type Messages } from './message.ts';

/** The command that writes the declarations of all messages files. */
const command = 'node test/architecture/words/write-message-types.ts';

/** The type declaration (`messages.en.d.json.ts`) of an English messages file. */
export const declareMessages = (messages: Messages): string =>
  `// Written by ${command}.\ndeclare const messages: ${declare(messages, '')};\nexport default messages;\n`;

function declare(messages: Messages, indent: string): string {
  if (typeof messages === 'string') return declareMessage(messages);
  if (Array.isArray(messages)) {
    const types = new Set(messages.map((item) => declare(item, indent)));
    return `readonly (${[...types].join(' | ')})[]`;
  }
  const members = Object.entries(messages).map(
    ([key, item]) =>
      `${indent}  ${/^\w+$/.test(key) ? key : JSON.stringify(key)}: ${declare(item, `${indent}  `)};\n`,
  );
  return `{\n${members.join('')}${indent}}`;
}

function declareMessage(text: string): string {
  const values = [...listArguments(text)].map(([name, type]) => `${name}: ${type}`);
  return values.length === 0 ? 'string' : `(values: { ${values.join('; ')} }) => string`;
}

import { Visitor } from 'vite';
import { isCode, parse, type Sources } from '../syntax.ts';

/** Where screens read the `message` of anything: an error's is English. `src/features/errors/` has the words for people. */
export function messagesShown(sources: Sources): string[] {
  return [...sources]
    .filter(([path]) => isCode(path) && /^src\/(app|features|ui)\//.test(path))
    .flatMap(([path, text]) => readsIn(path, text).map(() => `${path} reads a message`));
}

function readsIn(path: string, text: string): true[] {
  const found: true[] = [];
  const note = (key: { type: string; name?: unknown }) => {
    if (key.type === 'Identifier' && key.name === 'message') found.push(true);
  };
  new Visitor({
    MemberExpression: ({ property }) => note(property),
    ObjectPattern: ({ properties }) => {
      for (const property of properties) if (property.type === 'Property') note(property.key);
    },
  }).visit(parse(path, text).program);
  return found;
}

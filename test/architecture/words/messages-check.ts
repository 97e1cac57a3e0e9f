import { Visitor } from 'vite';
import { type Messages, readMessages } from '../../../mock-server/launch/messages/message.ts';
import { importsOf, isCode, parse, type Sources } from '../syntax.ts';

/** A message by its path in its file; `parent` is null for those at the top. */
interface Key {
  name: string;
  parent: string | null;
}

/** How the readers of messages refer to them: as a member, in a pattern, or by a text as key. */
interface Names {
  used: Set<string>;
  /** Messages that are passed on or indexed as a whole, so that everything below them counts as used. */
  passedOn: Set<string>;
}

/** Messages that no importing file refers to, a line each. */
export function deadMessages(sources: Sources): string[] {
  const code = [...sources].filter(([path]) => isCode(path) && /^(src|mock-server)\//.test(path));
  const imports = new Map(code.map(([path, text]) => [path, importsOf(path, text)]));
  return [...sources]
    .filter(([path]) => path.endsWith('messages.en.json'))
    .flatMap(([path, json]) => {
      const ways = [path, path.replace('.en.json', '.ts')];
      const readers = code.filter(
        ([reader]) =>
          !ways.includes(reader) && imports.get(reader)?.some(({ target }) => ways.includes(target)),
      );
      const { used, passedOn } = namesIn(readers);
      return keysIn(readMessages(json), null)
        .filter(({ name, parent }) => !used.has(name) && (parent === null || !passedOn.has(parent)))
        .map(({ name, parent }) => `${path}: ${parent === null ? name : `${parent}.${name}`}`);
    });
}

function keysIn(messages: Messages, parent: string | null): Key[] {
  if (typeof messages === 'string' || Array.isArray(messages)) return [];
  return Object.entries(messages).flatMap(([name, item]) => [{ name, parent }, ...keysIn(item, name)]);
}
function namesIn(readers: readonly (readonly [string, string])[]): Names {
  const used = new Set<string>();
  const read = new Map<string, number>();
  const count = (name: string, by: number) => read.set(name, (read.get(name) ?? 0) + by);
  for (const [path, text] of readers) {
    new Visitor({
      MemberExpression: ({ object, property, computed }) => {
        if (!computed && object.type === 'MemberExpression' && object.property.type === 'Identifier')
          count(object.property.name, -1);
        if (computed || property.type !== 'Identifier') return;
        used.add(property.name);
        count(property.name, 1);
      },
      ObjectPattern: ({ properties }) => {
        for (const property of properties)
          if (property.type === 'Property' && property.key.type === 'Identifier') {
            used.add(property.key.name);
            count(property.key.name, 1);
          }
      },
      Literal: ({ value }) => void (typeof value === 'string' && used.add(value)),
    }).visit(parse(path, text).program);
  }
  return { used, passedOn: new Set([...read].filter(([, times]) => times > 0).map(([name]) => name)) };
}

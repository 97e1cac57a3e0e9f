import { posix } from 'node:path';
import { declareMessages, declareTemplates } from '../../../mock-server/launch/messages/declaration.ts';
import { readMessages } from '../../../mock-server/launch/messages/message.ts';
import type { Sources } from '../syntax.ts';

const templates = 'mock-server/platform/mail/templates.ts';

/** The declaration of each English messages file, by its path. */
export const messageTypes = (sources: Sources): ReadonlyMap<string, string> =>
  new Map(
    [...sources]
      .filter(([path]) => path.endsWith('messages.en.json'))
      .map(([path, json]) => [path.replace(/json$/, 'd.json.ts'), declare(path, json)]),
  );

const declare = (path: string, json: string): string =>
  path.startsWith('src/')
    ? declareMessages(readMessages(json))
    : declareTemplates(readMessages(json), posix.relative(posix.dirname(path), templates));

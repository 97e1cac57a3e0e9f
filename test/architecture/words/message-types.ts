import { declareMessages } from '../../../mock-server/launch/messages/declaration.ts';
import { readMessages } from '../../../mock-server/launch/messages/message.ts';
import type { Sources } from '../syntax.ts';

/** The declaration of each English messages file, by its path. */
export const messageTypes = (sources: Sources): ReadonlyMap<string, string> =>
  new Map(
    [...sources]
      .filter(([path]) => path.endsWith('messages.en.json'))
      .map(([path, json]) => [path.replace(/json$/, 'd.json.ts'), declareMessages(readMessages(json))]),
  );

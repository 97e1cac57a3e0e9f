import { join, relative } from 'node:path';
import type { Plugin } from 'vite';
import { root } from '../paths.ts';
import { compileMessages } from './compile.ts';
import { readMessages } from './message.ts';

/** The name of a messages file, with its language. */
const messagesFile = /(?:^|[/-])messages\.([\w-]+)\.json$/;

/** What compiled messages import. */
const runtime = join(root, 'src/ui/i18n/plural.ts');

/** Compiles the messages files of the catalog, so that no browser has to parse them. */
export function createMessagesPlugin(): Plugin {
  return {
    name: 'messages',
    // Before Vite reads the file as JSON.
    enforce: 'pre',
    transform: {
      filter: { id: messagesFile },
      handler(json, id) {
        const path = relative(root, id);
        const language = messagesFile.exec(path)?.[1];
        if (language === undefined || !path.startsWith('src/')) return null;
        try {
          return {
            code: compileMessages(readMessages(json), language, runtime),
            map: null,
            moduleType: 'js',
          };
        } catch (cause) {
          throw new Error(`${path}: ${String(cause)}`, { cause });
        }
      },
    },
  };
}

/**
 * The built service. What V8 made of its code at an earlier start is kept beside it, where that folder may be written: to compile it anew
 * would take a fifth of the start.
 */
import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';

enableCompileCache(join(import.meta.dirname, 'compiled'));
await import('../main.ts');
flushCompileCache();

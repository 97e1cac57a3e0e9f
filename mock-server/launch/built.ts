/**
 * The built service. The compiled code of an earlier start is cached beside it, where that folder is writable:
 * compiling again would take a fifth of the start.
 */
import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';

enableCompileCache(join(import.meta.dirname, 'compiled'));
await import('../main.ts');
flushCompileCache();

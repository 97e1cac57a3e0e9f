import type { FastifyInstance } from 'fastify';
import { serveFixed } from '../../responses/fixed-content.ts';
import type { OpenApiDocument } from '../openapi-document.ts';
import { filterScript } from './filter-script.ts';
import { referencePage, scriptPath, stylePath } from './page.ts';
import { style } from './style.ts';

/** Serves `/openapi.json` for programs, and the same as a page at `/docs` for people. */
export function serveReference(app: FastifyInstance, describe: () => OpenApiDocument): void {
  serveFixed(app, '/openapi.json', { type: 'application/json', make: () => JSON.stringify(describe()) });
  serveFixed(app, '/docs', { type: 'text/html; charset=utf-8', make: () => referencePage(describe()) });
  serveFixed(app, stylePath, { type: 'text/css; charset=utf-8', make: () => style });
  serveFixed(app, scriptPath, { type: 'text/javascript; charset=utf-8', make: () => filterScript });
}

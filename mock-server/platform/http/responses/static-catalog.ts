import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { servicePaths } from '../../../../contract/common/service-paths.ts';
import { unknownAddressError } from '../../errors.ts';
import { findMethodRefusal } from '../addresses.ts';

const year = 31_536_000;

/** Whether a path is a page of the catalog (all pages are the same document): files have a dot in their last segment. */
const isPage = (path: string) => !/\.[^/]*$/.test(path);

/** Whether a program asks, with a wrong address, and not a person for a page: it sends a token, or asks for JSON. */
const isProgram = ({ headers }: FastifyRequest): boolean => {
  const { accept = '' } = headers;
  return headers['x-token'] !== undefined || (accept.includes('json') && !accept.includes('text/html'));
};

/**
 * Serves the built catalog. Files under `/assets/` are named by their content and cached for a year; everything else is
 * revalidated. An address without a file is a page of the catalog, or not found for a program.
 */
export async function serveCatalog(app: FastifyInstance, directory: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: directory,
    wildcard: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (response, path) => {
      const immutable = path.includes('/assets/');
      response.header('cache-control', immutable ? `public, max-age=${year}, immutable` : 'no-cache');
    },
  });
  app.get('/*', async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/';
    reply.headers({ 'cache-control': 'no-cache', vary: 'Accept, X-TOKEN' });
    if (!servicePaths.test(path) && isPage(path) && !isProgram(request)) return reply.sendFile('index.html');
    throw findMethodRefusal(app, request.method, path) ?? unknownAddressError();
  });
}

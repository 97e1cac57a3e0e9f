import type { FastifyInstance, FastifyServerOptions } from 'fastify';

const secretParameters = /([?&](?:token|download_token|udid)=)[^&#]*/gi;

/** An address with its tokens blanked out: no secret is ever logged. */
export const withoutSecrets = (address: string): string => address.replace(secretParameters, '$1***');

/** Writes JSON lines to stdout, without headers, bodies or secrets of the query. */
export function logger(level: string): NonNullable<FastifyServerOptions['logger']> {
  if (level === 'silent') return false;
  return {
    level,
    serializers: {
      req: (request) => ({ method: request.method, url: withoutSecrets(request.url) }),
      res: (reply) => ({ statusCode: reply.statusCode }),
    },
  };
}

/** Logs one line for each answered request: method, address without secrets, status and milliseconds. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        url: withoutSecrets(request.originalUrl),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'answered',
    );
  });
}

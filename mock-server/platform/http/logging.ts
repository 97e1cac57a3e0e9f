import type { FastifyInstance, FastifyServerOptions } from 'fastify';

const secretParameters = /([?&](?:token|download_token|udid)=)[^&#]*/gi;

/** An address with its tokens struck out: nothing that opens anything is ever written to a log. */
export const withoutSecrets = (address: string): string => address.replace(secretParameters, '$1***');

/** JSON lines on stdout; headers, bodies and query secrets never reach them. */
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

/** One line an answered request: method, address without secrets, status and milliseconds. */
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

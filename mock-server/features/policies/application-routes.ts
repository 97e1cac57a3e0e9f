import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import * as contract from '../../../contract/application-policies.ts';
import { isEtagNamed } from '../../platform/http/responses/conditional.ts';
import { route } from '../../platform/http/route.ts';
import type { PoliciesContext } from './reports.ts';

/** Operations that applications call, with the token of their document; docs/policies.md. */
export function registerApplicationReports(
  app: FastifyInstance,
  { applicationReports: reports }: PoliciesContext,
): void {
  route(app, contract.readPolicyDocument, async ({ headers, request, reply }) => {
    const asking = { token: headers['x-application-token'], address: request.ip };
    const json = JSON.stringify(await reports.document(asking));
    const etag = `"${createHash('sha256').update(json).digest('base64url')}"`;
    reply.headers({ etag, 'cache-control': 'private, no-cache' });
    if (isEtagNamed(request.headers['if-none-match'], etag)) return reply.code(304).send();
    return reply.type('application/json; charset=utf-8').send(json);
  });

  route(
    app,
    contract.reportEvents,
    async ({ headers, body, request }) => {
      const asking = { token: headers['x-application-token'], address: request.ip };
      const accepted = await reports.report(asking, body.events);
      return { accepted, known: body.events.length - accepted };
    },
    {
      admit: ({ headers, ip }) =>
        reports.admit({ token: String(headers['x-application-token'] ?? ''), address: ip }),
    },
  );
}

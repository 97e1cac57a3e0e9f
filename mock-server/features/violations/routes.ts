import type { FastifyInstance } from 'fastify';
import * as contract from '../../../contract/violations.ts';
import { RateLimit } from '../../platform/http/limits/rate-limit.ts';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/services.ts';
import { getSourceNetwork } from '../identity/facade.ts';
import { toLoggedViolation } from './violation.ts';

const minute = 60_000;

/** The platform, and how much browsers have reported in this minute. */
export interface ViolationsContext extends Platform {
  readonly violationLimits: ViolationLimits;
}

interface ViolationLimits {
  ofAddress: RateLimit;
  ofAll: RateLimit;
}

export const createViolationLimits = ({ limits }: Platform['config']): ViolationLimits => ({
  ofAddress: new RateLimit(limits.violations.reportsPerAddress, minute),
  ofAll: new RateLimit(limits.violations.reports, minute),
});

/**
 * Reports of browsers about pages, such as broken policies and crashes, become lines of the service's log, and are
 * stored nowhere else.
 */
export function registerViolations(app: FastifyInstance, { violationLimits }: ViolationsContext): void {
  const { ofAddress, ofAll } = violationLimits;

  route(
    app,
    contract.reportViolations,
    async ({ body, request }) => {
      ofAddress.spend(getSourceNetwork(request.ip), body.length);
      ofAll.spend('reports', body.length);
      for (const report of body) {
        request.log.warn({ violation: toLoggedViolation(report) }, 'a browser reported a fault of a page');
      }
      return { logged: body.length };
    },
    // A caller who has sent too much is refused before the body is read. Once the limit for all callers is reached, new
    // sources are not remembered.
    {
      admit: async ({ ip }) => {
        ofAll.spend('requests');
        ofAddress.spend(getSourceNetwork(ip));
      },
    },
  );
}

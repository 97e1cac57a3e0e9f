import type { FastifyInstance } from 'fastify';
import * as contract from '../../../../contract/security.ts';
import { route } from '../../../platform/http/route.ts';
import type { Platform } from '../../../platform/services.ts';
import { readSecurity } from '../../organizations/facade.ts';
import { updateSecurity } from './change.ts';

/** What an organization demands of passwords, sessions and API tokens. */
export function registerSecurity(app: FastifyInstance, platform: Platform): void {
  route(app, contract.readSecurity, ({ caller }) => readSecurity(platform.database.db, caller.orgId));
  route(app, contract.updateSecurity, ({ caller, body }) => updateSecurity(platform, caller, body));
}

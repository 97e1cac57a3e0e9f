import type { FastifyInstance } from 'fastify';
import * as contract from '../../../contract/credentials.ts';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/services.ts';
import { signApplication } from './sign.ts';

/** Signing; document 2, Signing credentials. */
export function registerSigning(app: FastifyInstance, platform: Platform): void {
  route(app, contract.signApplication, async ({ caller, params }) => {
    const { details } = await signApplication(platform, caller, params.application, params.credentials);
    return { signing_status: 'in_progress' as const, signing_status_details: details };
  });
}

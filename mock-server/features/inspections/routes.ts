import type { FastifyInstance } from 'fastify';
import * as contract from '../../../contract/inspections.ts';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/services.ts';
import { presentReport, presentSummary } from './presenter.ts';
import * as service from './service.ts';
import { getKey } from './switch.ts';

/** The contents of packages; document 2, Inspections. */
export function registerInspections(app: FastifyInstance, platform: Platform): void {
  route(app, contract.readInspection, async ({ caller, params }) =>
    presentReport(await service.read(platform, caller, params.application)),
  );

  route(app, contract.requestInspection, async ({ caller, params }) => ({
    inspection_status: await service.request(platform, caller, params.application),
  }));

  route(app, contract.cancelInspection, async ({ caller, params }) => {
    await service.cancel(platform, caller, params.application);
    return { canceled: true };
  });

  route(app, contract.readInspectionSummary, async ({ caller, params }) =>
    presentSummary(await service.read(platform, caller, params.app_psk)),
  );

  route(app, contract.makeInspectionKey, async ({ caller }) => ({ api_key: getKey(platform, caller.orgId) }));
}

import type { FastifyInstance } from 'fastify';
import * as contract from '../../../contract/policies.ts';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/services.ts';
import { presentPolicy, presentPreset } from './presenter.ts';
import * as presets from './presets.ts';

/** The policies that there are, and the presets of an organization; document 2, Policies. */
export function registerPolicies(app: FastifyInstance, platform: Platform): void {
  route(app, contract.listPolicies, async ({ caller }) => ({
    policies: (await presets.listPolicies(platform, caller)).map(presentPolicy),
  }));

  route(app, contract.readPolicy, async ({ caller, params }) => ({
    policy: presentPolicy(await presets.readPolicy(platform, caller, params.policy)),
  }));

  route(app, contract.addPreset, async ({ caller, params, body }) => ({
    configuration: presentPreset(await presets.addPreset(platform, caller, params.policy, body)),
  }));

  route(app, contract.readPreset, async ({ caller, params }) => ({
    configuration: presentPreset(await presets.readPreset(platform, caller, params.configuration)),
  }));

  route(app, contract.updatePreset, async ({ caller, params, body }) => ({
    configuration: presentPreset(await presets.updatePreset(platform, caller, params.configuration, body)),
  }));

  route(app, contract.deletePreset, async ({ caller, params }) => {
    await presets.deletePreset(platform, caller, params.configuration);
    return { deleted: true };
  });
}

import type { FastifyInstance } from 'fastify';
import * as applied from '../../../contract/application-policies.ts';
import * as contract from '../../../contract/policies.ts';
import { getBaseUrl } from '../../platform/http/https.ts';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/services.ts';
import { applyPolicies, readPolicyState, removePolicies } from './apply.ts';
import { readEvents } from './events.ts';
import { presentApplied, presentPolicy, presentPreset, presentStatus } from './presenter.ts';
import * as presets from './presets.ts';

/** The available policies, and the presets of an organization; document 2, Policies. */
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

/** The policies of applications; document 2, Policies. */
export function registerApplicationPolicies(app: FastifyInstance, platform: Platform): void {
  route(app, applied.readApplicationPolicies, async ({ caller, params }) => {
    const standing = await readPolicyState(platform, caller, params.application);
    return {
      status: presentStatus(standing.status),
      previous_version_configurations: standing.previous.map(presentApplied),
      configurations: standing.configurations.map(presentApplied),
    };
  });

  route(app, applied.applyPolicies, async ({ caller, params, body, request, reply }) => {
    const wanted = {
      configurations: body.configurations,
      base: getBaseUrl(request, platform.config),
      credentials: body.credentials_id ?? null,
    };
    const configurations = await applyPolicies(platform, caller, params.application, wanted);
    if (body.configurations.length > 0) reply.code(202);
    return { configurations: configurations.map(presentApplied) };
  });

  route(app, applied.listEvents, ({ caller, query }) => readEvents(platform, caller, query));

  route(app, applied.removePolicies, async ({ caller, params, reply }) => {
    await removePolicies(platform, caller, params.application);
    return reply.code(204).send();
  });
}

import type { FastifyInstance } from 'fastify';
import type { AddGroup } from '../../../contract/groups.ts';
import * as contract from '../../../contract/groups.ts';
import { ServiceError } from '../../platform/errors.ts';
import { sendList } from '../../platform/http/responses/send-list.ts';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/services.ts';
import { presentIdentityUser, presentUser } from '../users/facade.ts';
import { presentGroup } from './presenter.ts';
import * as service from './service.ts';

type Names = Pick<AddGroup, 'group_name' | 'group_description' | 'name' | 'description'>;

/** The name and description in a request, in either of the documented pairs of fields. */
function parseNames(body: Names): { name?: string; description?: string } {
  const name = body.group_name ?? body.name;
  const description = body.group_description === undefined ? body.description : body.group_description;
  return {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description: description ?? '' }),
  };
}

/** Name and description, both required; document 1, POST /v1/groups/. Error: `invalid_input` with the field. */
function parseRequiredNames(body: Names): { name: string; description: string } {
  const { name, description } = parseNames(body);
  if (name === undefined) throw missingFieldError('name');
  if (description === undefined) throw missingFieldError('description');
  return { name, description };
}

const missingFieldError = (field: string) =>
  new ServiceError('invalid_input', `Send ${field}, or group_${field}.`, { details: { field } });

/** Groups, their members and their applications; document 1, Groups. */
export function registerGroups(app: FastifyInstance, platform: Platform): void {
  registerGroupItself(app, platform);
  registerMembers(app, platform);
  registerAssignments(app, platform);
}

function registerGroupItself(app: FastifyInstance, platform: Platform): void {
  route(app, contract.listGroups, async ({ query, caller, reply }) => {
    const { rows, total } = await service.listGroups(platform, caller, query);
    // The rows already have everything that is shown, so there is nothing more to read.
    const page = { keys: rows, total, read: async (keys: typeof rows) => keys };
    return sendList(reply, 'groups', page, (row) => ({
      app_count: row.app_count,
      user_count: row.user_count,
      ...presentGroup(row),
    }));
  });

  route(app, contract.addGroup, async ({ body, caller }) => ({
    group: presentGroup(await service.addGroup(platform, caller, { ...body, ...parseRequiredNames(body) })),
  }));

  route(app, contract.updateGroup, async ({ params, body, caller }) => {
    const group = await service.updateGroup(platform, caller, params.group, parseNames(body));
    return { group: presentGroup(group) };
  });

  route(app, contract.deleteGroup, async ({ params, caller }) => ({
    deleted_group: presentGroup(await service.deleteGroup(platform, caller, params.group)),
  }));
}

function registerMembers(app: FastifyInstance, platform: Platform): void {
  route(app, contract.addGroupUsers, async ({ params, body, caller }) => {
    const { done, failed } = await service.addUsers(platform, caller, params.group, body.user_psk);
    return { users_added: done, users_failed: failed };
  });

  route(app, contract.removeGroupUsers, async ({ params, body, caller }) => {
    const { done, failed } = await service.removeUsers(platform, caller, params.group, body.user_psk);
    return { users_removed: done, users_failed: failed };
  });

  route(app, contract.addUserToGroups, async ({ params, body, caller }) => {
    const { done, failed } = await service.addUserToGroups(platform, caller, params.user, body.group_psk);
    return { added_groups: done, failed_groups: failed };
  });

  route(app, contract.listGroupUsers, async ({ params, caller }) => ({
    users_in_group: (await service.listGroupUsers(platform, caller, params.group)).map((row) => {
      const { psk, disabled_reason } = presentUser(row);
      return { ...presentIdentityUser(row), psk, disabled_reason };
    }),
  }));
}

function registerAssignments(app: FastifyInstance, platform: Platform): void {
  route(app, contract.addGroupApplications, async ({ params, body, caller }) => {
    const plain = (body.app_psk ?? []).map((id) => ({ id, is_latest: true }));
    const assignments = [...plain, ...(body.apps ?? [])];
    if (assignments.length === 0) throw new ServiceError('invalid_request', 'Send app_psk or apps.');
    const { done, failed } = await service.addApplications(platform, caller, params.group, assignments);
    return { apps_added: done, apps_failed: failed };
  });

  route(app, contract.removeGroupApplications, async ({ params, body, caller }) => {
    const { done, failed } = await service.removeApplications(platform, caller, params.group, body.app_psk);
    return { apps_removed: done, apps_failed: failed };
  });
}

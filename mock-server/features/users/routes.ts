import type { FastifyInstance } from 'fastify';
import * as contract from '../../../contract/users.ts';
import { sendList } from '../../platform/http/responses/send-list.ts';
import { route } from '../../platform/http/route.ts';
import { updateUser } from './change.ts';
import { findVisibleUser } from './policy.ts';
import { presentUser, presentUserRow, presentUserRowV1 } from './presenter.ts';
import { deleteUser, deleteUsers } from './removal.ts';
import * as service from './service.ts';
import type { UsersContext } from './users-context.ts';

/** Users; document 1, Users. */
export function registerUsers(app: FastifyInstance, platform: UsersContext): void {
  route(app, contract.addUser, async ({ body, caller }) => ({
    user_psk: (await service.addUser(platform, caller, body)).psk,
  }));

  route(app, contract.readUser, async ({ params, caller }) => ({
    user: presentUser(await findVisibleUser(platform.database.db, caller, params.user)),
  }));

  route(app, contract.readCaller, async ({ caller }) => ({
    user: presentUser(await service.readOwnUser(platform, caller)),
  }));

  route(app, contract.listUsers, async ({ query, caller, reply }) =>
    sendList(reply, 'users', await service.listUsers(platform, caller, query), presentUserRow),
  );

  route(app, contract.listUsersV1, async ({ query, caller, reply }) =>
    sendList(reply, 'users', await service.listUsers(platform, caller, query), presentUserRowV1),
  );

  route(app, contract.updateUser, async ({ params, body, caller }) => {
    await updateUser(platform, caller, params.user, body);
    return { update_user_success: true };
  });

  route(app, contract.deleteUser, async ({ params, caller }) => {
    await deleteUser(platform, caller, params.user);
    return { delete_user_response: true };
  });

  route(app, contract.deleteUsers, async ({ body, caller }) => {
    const { deleted, failed } = await deleteUsers(platform, caller, body.user_ids);
    return { users_deleted: deleted, users_failed: failed };
  });
}

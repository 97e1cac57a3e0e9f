import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { roles } from '../../../contract/common/codes.ts';
import * as contract from '../../../contract/privacy.ts';
import { getNow } from '../../platform/database/identifiers.ts';
import { forbiddenError, notFoundError } from '../../platform/errors.ts';
import { formatTimestamp } from '../../platform/http/responses/timestamps.ts';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/services.ts';
import { findUser, presentUser } from '../users/facade.ts';
import { defaultDays } from './erasure.ts';
import { exportPersonalData } from './export.ts';
import * as store from './store.ts';

/** All data of a person, for themself and for administrators; and how long it is kept after they were deleted. */
export function registerPrivacy(app: FastifyInstance, { database }: Platform): void {
  const { db } = database;

  route(app, contract.exportUser, async ({ caller, params, reply }) => {
    const user = await findUser(db, caller.orgId, params.user);
    if (caller.user.role !== roles.administrator && user?.id !== caller.user.id)
      throw forbiddenError('You can export only your own data. Ask an administrator.');
    if (user === undefined) throw notFoundError('user');
    const head = { made: formatTimestamp(getNow()), user: presentUser(user) };
    return reply
      .type('application/json; charset=utf-8')
      .send(Readable.from(exportPersonalData(db, user, head)));
  });

  route(app, contract.readPrivacySettings, async ({ caller }) => ({
    deleted_users_kept_in_days: (await store.readRetentionDays(db, caller.orgId)) ?? defaultDays,
  }));

  route(app, contract.updatePrivacySettings, async ({ caller, body }) => {
    const { deleted_users_kept_in_days: days } = body;
    await database.transaction((tx) => store.setRetentionDays(tx, caller.orgId, days));
    return body;
  });
}

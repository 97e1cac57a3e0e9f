import type { FastifyInstance } from 'fastify';
import type { Warning } from '../../../contract/common/warnings.ts';
import * as contract from '../../../contract/credentials.ts';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/services.ts';
import { presentCredentials } from './presenter.ts';
import { deleteCredentials, storeCredentials } from './service.ts';
import * as store from './store.ts';

/** Signing credentials; document 2, Signing credentials. */
export function registerCredentials(app: FastifyInstance, platform: Platform): void {
  route(app, contract.listCredentials, async ({ caller }) => ({
    credentials: (await store.listCredentials(platform.database.db, caller.orgId)).map(presentCredentials),
  }));

  route(app, contract.addCredentials, async ({ caller, body }) => ({
    credentials_id: await storeCredentials(platform, caller, body),
  }));

  route(app, contract.deleteCredentials, async ({ caller, params }) => {
    const { row, applications, cancelled } = await deleteCredentials(platform, caller, params.credentials);
    return {
      deleted_credentials: { psk: row.id, description: row.description },
      applications,
      warnings: [...inUseWarnings(applications.length), ...stoppedWarnings(cancelled)],
    };
  });
}

const inUseWarnings = (count: number): Warning[] =>
  count === 0
    ? []
    : [
        {
          error: 'credentials_in_use',
          message: `They signed ${count} ${count === 1 ? 'application, which stays as it is' : 'applications, which stay as they are'}. Sign their next versions with the same certificate, or no device can update.`,
        },
      ];

const stoppedWarnings = (count: number): Warning[] =>
  count === 0
    ? []
    : [
        {
          error: 'signing_cancelled',
          message: `${count} ${count === 1 ? 'application that was' : 'applications that were'} to be signed with them ${count === 1 ? 'is' : 'are'} not. Sign with others.`,
        },
      ];

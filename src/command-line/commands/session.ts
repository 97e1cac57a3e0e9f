import { roleNames } from '../../../contract/common/codes.ts';
import { endSession } from '../../../contract/identity.ts';
import { listOrganizations } from '../../../contract/organizations.ts';
import { readCaller } from '../../../contract/users.ts';
import { SessionEndedError } from '../../data/http/errors.ts';
import { type Access, deleteAccess, getAccess, readAccess } from '../access.ts';
import { defineCommand } from '../command.ts';
import { Service } from '../service.ts';
import { facts } from '../table.ts';

/** Ends a stored token at the service. It is no error when the token is no longer valid. */
export async function revokeStoredToken(access: Access, signal: AbortSignal): Promise<void> {
  await new Service(access, { signal }).call(endSession).catch((fault: unknown) => {
    if (!(fault instanceof SessionEndedError)) throw fault;
  });
}

export const logout = defineCommand({
  name: 'logout',
  summary: 'Sign out: delete the kept API token, here and at the service',
  async run({ signal }) {
    const stored = await readAccess().catch(() => null);
    try {
      if (stored !== null) await revokeStoredToken(stored, signal);
    } finally {
      await deleteAccess();
    }
    const text = stored === null ? 'Nobody was signed in.' : `Signed out at ${stored.server}.`;
    return { text, json: { server: stored?.server ?? null } };
  },
});

export const whoami = defineCommand({
  name: 'whoami',
  summary: 'Show who is signed in, and where',
  async run({ signedIn }) {
    const service = await signedIn();
    const { server } = await getAccess();
    const { user } = await service.call(readCaller);
    const { name: organization } = await service.call(listOrganizations);
    const role = roleNames[user.role as keyof typeof roleNames];
    const name = `${user.first_name} ${user.last_name}`.trim();
    return {
      text: facts({ service: server, organization, user: user.user_id, name, role }),
      json: { server, organization, user_id: user.user_id, name, role },
    };
  },
});

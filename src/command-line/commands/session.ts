import { roleNames } from '../../../contract/common/codes.ts';
import { endSession } from '../../../contract/identity.ts';
import { listOrganizations } from '../../../contract/organizations.ts';
import { readCaller } from '../../../contract/users.ts';
import { SessionEndedError } from '../../data/http/errors.ts';
import { type Access, currentAccess, forgetAccess, keptAccess } from '../access.ts';
import { command } from '../command.ts';
import { Service } from '../service.ts';
import { facts } from '../table.ts';

/** Ends a stored token at the service. It is no error when the token is no longer valid. */
export async function endKept(access: Access, signal: AbortSignal): Promise<void> {
  await new Service(access, { signal }).call(endSession).catch((fault: unknown) => {
    if (!(fault instanceof SessionEndedError)) throw fault;
  });
}

export const logout = command({
  name: 'logout',
  summary: 'Sign out: delete the kept API token, here and at the service',
  async run({ signal }) {
    const kept = await keptAccess().catch(() => null);
    try {
      if (kept !== null) await endKept(kept, signal);
    } finally {
      await forgetAccess();
    }
    const text = kept === null ? 'Nobody was signed in.' : `Signed out at ${kept.server}.`;
    return { text, json: { server: kept?.server ?? null } };
  },
});

export const whoami = command({
  name: 'whoami',
  summary: 'Show who is signed in, and where',
  async run({ signedIn }) {
    const service = await signedIn();
    const { server } = await currentAccess();
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

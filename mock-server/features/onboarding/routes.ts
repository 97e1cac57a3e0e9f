import type { FastifyInstance } from 'fastify';
import { addOrganization as operation } from '../../../contract/organizations.ts';
import { route } from '../../platform/http/route.ts';
import { decryptProviderSettings, presentOrganization } from '../organizations/facade.ts';
import type { UsersContext } from '../users/facade.ts';
import { addOrganization } from './affiliation.ts';

/** Affiliated organizations with their first administrators; document 1, Organizations. */
export function registerOnboarding(app: FastifyInstance, platform: UsersContext): void {
  route(app, operation, async ({ body, caller }) => {
    const { organization, user } = await addOrganization(platform, caller, body);
    const provider = decryptProviderSettings(platform.secrets, organization);
    return { organization: presentOrganization(organization, caller, provider), user_psk: user.psk };
  });
}

import type { FastifyInstance } from 'fastify';
import { addOrganization } from '../../../contract/organizations.ts';
import { route } from '../../platform/http/route.ts';
import { decryptProviderSettings, presentOrganization } from '../organizations/facade.ts';
import type { UsersContext } from '../users/facade.ts';
import { createAffiliatedOrganization } from './affiliation.ts';

/** Affiliated organizations with their first administrators; document 1, Organizations. */
export function registerOnboarding(app: FastifyInstance, platform: UsersContext): void {
  route(app, addOrganization, async ({ body, caller }) => {
    const { organization, user } = await createAffiliatedOrganization(platform, caller, body);
    const provider = decryptProviderSettings(platform.secrets, organization);
    return { organization: presentOrganization(organization, caller, provider), user_psk: user.psk };
  });
}

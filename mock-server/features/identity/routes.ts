import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as contract from '../../../contract/identity.ts';
import { isLoopback } from '../../platform/http/https.ts';
import { getPathOrganization } from '../../platform/http/organization-path.ts';
import { endDate, formatTimestamp } from '../../platform/http/responses/timestamps.ts';
import { route } from '../../platform/http/route.ts';
import { presentIdentityUser } from '../users/facade.ts';
import type { IdentityContext } from './identity-context.ts';
import { acceptInvitation, readInvitation } from './resets/invitations.ts';
import { requestReset } from './resets/resets.ts';
import * as service from './service.ts';

/** The secret of a token as it is shown later: its last four characters. */
const maskSecret = (lastFour: string) => `••••${lastFour}`;

const toOpenedLink = ({ invitation: secret }: { invitation: string }, { raw }: FastifyRequest) => ({
  secret,
  under: getPathOrganization(raw),
});

/** Authentication, API tokens and sessions; document 1, Authentication endpoints and Sessions. */
export function registerIdentity(app: FastifyInstance, platform: IdentityContext): void {
  const limited = { failures: platform.signInFailures };
  const attempt = (body: { user_id: string; password: string }, request: FastifyRequest) => ({
    userId: body.user_id,
    password: body.password,
    origin: { address: request.ip, device: null },
    loopback: isLoopback(request, platform.config),
    toComply: false,
    way: 'service' as const,
  });

  route(
    app,
    contract.authenticateUser,
    async ({ body, request }) => {
      const { user, organization, session } = await service.authenticate(
        platform,
        attempt(body, request),
        body.remember_me ?? false,
      );
      return {
        organization: { id: organization.id, name: organization.name },
        token: session.token,
        ttl_in_seconds: session.ttl,
        user: presentIdentityUser(user),
      };
    },
    limited,
  );

  route(
    app,
    contract.authenticateUserV1,
    async ({ body, request }) => {
      const { user, organization, session } = await service.authenticate(
        platform,
        attempt(body, request),
        body.remember_me ?? false,
      );
      const { id: _, ...fields } = presentIdentityUser(user);
      return {
        organization: { psk: organization.psk, name: organization.name },
        token: session.token,
        ttl_in_seconds: session.ttl,
        user: { psk: user.psk, ...fields },
      };
    },
    limited,
  );

  route(
    app,
    contract.changePassword,
    async ({ body, request }) => {
      await service.changePassword(
        platform,
        { ...attempt(body, request), toComply: true, way: 'password_change' },
        body.new_password,
      );
      return { changed: true };
    },
    limited,
  );

  route(
    app,
    contract.changeOwnPassword,
    async ({ body, caller, request }) => {
      const requested = { user_id: caller.user.userId, password: body.password };
      const ended = await service.changeOwnPassword(
        platform,
        caller,
        { ...attempt(requested, request), toComply: true, way: 'password_change' },
        { next: body.new_password, endOthers: body.end_other_sessions },
      );
      return { changed: true, ended };
    },
    limited,
  );

  route(
    app,
    contract.readInvitation,
    async ({ body, request }) => {
      const { user, organization, needs } = await readInvitation(platform, toOpenedLink(body, request));
      return {
        user: { user_id: user.user_id, first_name: user.first_name, last_name: user.last_name },
        organization: { id: organization.id, name: organization.name },
        expires: formatTimestamp(user.expires),
        password_needs: needs,
      };
    },
    limited,
  );

  route(
    app,
    contract.acceptInvitation,
    async ({ body, request }) => {
      const link = { ...toOpenedLink(body, request), address: request.ip };
      return { user_id: (await acceptInvitation(platform, link, body.password)).user_id };
    },
    limited,
  );

  route(app, contract.requestPasswordReset, async ({ body, request }) => {
    await requestReset(platform, body.user_id, request.ip);
    return { requested: true };
  });

  route(app, contract.createApiToken, async ({ params, body, caller }) => {
    const { session, user } = await service.createApiToken(platform, caller, params.organization, body.user);
    return { session, user: presentIdentityUser(user) };
  });

  route(app, contract.listApiTokens, async ({ params, caller }) => {
    const tokens = await service.listApiTokens(platform, caller, params.organization);
    return {
      api_tokens: tokens.map(({ token, user }) => ({
        id: token.id,
        user: presentIdentityUser(user),
        token: maskSecret(token.last_four),
        prune: endDate(token.prune),
      })),
    };
  });

  route(app, contract.deleteApiToken, async ({ params, caller }) => {
    await service.deleteApiToken(platform, caller, params.api_token);
    return { deleted: true };
  });

  route(app, contract.extendSession, async ({ caller }) => ({
    ttl_in_seconds: await service.extend(platform, caller),
  }));

  route(app, contract.readSession, async ({ caller, request }) => ({
    session: { token: String(request.headers['x-token']), prune: endDate(caller.token.prune) },
  }));

  route(app, contract.endSession, async ({ caller }) => {
    await service.endSession(platform, caller);
    return { deleted: true };
  });
}

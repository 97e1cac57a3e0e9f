import type { FastifyInstance } from 'fastify';
import { authenticateCatalog } from '../../../../contract/catalog.ts';
import { getNow } from '../../../platform/database/identifiers.ts';
import { ServiceError } from '../../../platform/errors.ts';
import { isLoopback } from '../../../platform/http/https.ts';
import { route } from '../../../platform/http/route.ts';
import type { Platform } from '../../../platform/services.ts';
import {
  announceNewDevice,
  type CatalogClient,
  presentDevice,
  registerDevice,
} from '../../devices/facade.ts';
import { recordActivity } from '../../journals/facade.ts';
import { presentIdentityUser } from '../../users/facade.ts';
import { deviceAdded } from '../events.ts';
import type { IdentityContext } from '../identity-context.ts';
import { startSession } from '../sessions/sessions.ts';
import * as store from '../store.ts';
import { type Attempt, runRecorded, type SignedIn, signIn } from './sign-in.ts';

/** The service has no provider of biometric sign-in: it is switched off, and all other fields are empty. */
const noBioId = {
  authentication_method: null,
  authentication_url: null,
  enable_bio_id: false,
  event_intermediate_button: null,
  event_login_button: null,
  login_method: null,
  login_url: null,
  param_password: null,
  param_user: null,
  selector_intermediate_button: null,
  selector_login_button: null,
  selector_password: null,
  selector_user: null,
};

type Body = Parameters<Parameters<typeof route<typeof authenticateCatalog>>[2]>[0]['body'];

/** Signing a person in on a device; document 3, POST /v2/catalog/authenticate/. */
export function registerCatalogSignIn(app: FastifyInstance, platform: IdentityContext): void {
  route(
    app,
    authenticateCatalog,
    async ({ body, headers, request }) => {
      const client = parseCatalogClient(
        body.register_catalog,
        headers['x-bundle-id'],
        headers['x-version-num'],
      );
      const attempt = {
        userId: body.user_id,
        password: body.password,
        origin: { address: request.ip, device: body.device_info.udid },
        loopback: isLoopback(request, platform.config),
        toComply: true,
        way: 'catalog' as const,
      };
      const { user, organization, device, session } = await signInOnDevice(platform, attempt, body, client);
      return {
        device: presentDevice(device),
        organization: {
          id: organization.id,
          name: organization.name,
          app_installation_path: `/?organization=${organization.id}`,
        },
        token: session.token,
        ttl_in_seconds: session.ttl,
        user: presentIdentityUser(user),
        bio_id_auth: noBioId,
      };
    },
    { failures: platform.signInFailures },
  );
}

/** Both headers are required only when the catalog registers itself; document 3, POST /v2/catalog/authenticate/. */
function parseCatalogClient(
  register: boolean,
  bundleId: string | undefined,
  version: string | undefined,
): CatalogClient | null {
  if (!register) return null;
  if (!bundleId || !version) {
    throw new ServiceError(
      'invalid_request',
      'With register_catalog, send the headers X-BUNDLE-ID and X-VERSION-NUM, which name the catalog app.',
    );
  }
  return { bundleId, version };
}

async function signInOnDevice(
  platform: Platform,
  attempt: Attempt,
  body: Body,
  client: CatalogClient | null,
) {
  const person: SignedIn = await signIn(platform, attempt);
  const { user, settings } = person;
  const register = () =>
    platform.database.transaction(async (tx) => {
      const { device, pairing } = await registerDevice(tx, user.org_id, user.id, body.device_info, client);
      if (pairing !== null) {
        await announceNewDevice(tx, platform.jobs, settings, pairing);
        await platform.events.publish(tx, deviceAdded, { orgId: user.org_id, device, pairing, client });
      }
      const login = { last_login_from_catalog: getNow() };
      await store.setSignInState(tx, user.org_id, user.id, login);
      const options = { remember: body.remember_me, kind: 'catalog', device: device.id } as const;
      const session = await startSession(tx, person, options);
      const signedIn = { kind: 'sign_in', way: 'catalog', succeeded: true, reason: null } as const;
      recordActivity(tx, user.org_id, { ...signedIn, user: user.id, device: device.id });
      return { ...person, user: { ...user, ...login }, device, session };
    });
  const signedIn = await runRecorded(platform, user, attempt, register);
  platform.jobs.wake();
  return signedIn;
}

import { createPrivateKey, type KeyObject } from 'node:crypto';
import { type Static, type TSchema, Type } from 'typebox';
import { Parse } from 'typebox/value';
import type { PushProviders, PushProvidersChange } from '../../../contract/notifications.ts';
import { getNow } from '../../platform/database/identifiers.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { ApnsSender } from '../../platform/push/apns.ts';
import type { FcmSender } from '../../platform/push/fcm.ts';
import type { Platform } from '../../platform/services.ts';
import { readPushCertificate } from '../organizations/facade.ts';
import type { NativeProvider } from './audience-store.ts';
import * as store from './store.ts';

const Key = Type.Object({
  key: Type.String(),
  keyId: Type.String(),
  teamId: Type.String(),
  bundleId: Type.String(),
  sandbox: Type.Boolean(),
});
const Account = Type.Object({
  projectId: Type.String(),
  clientEmail: Type.String(),
  privateKey: Type.String(),
});

/** The senders to an organization's devices. */
export interface Senders {
  apns: { sender: ApnsSender; sandbox: boolean } | null;
  fcm: FcmSender | null;
}

interface Stored {
  certificate: Awaited<ReturnType<typeof readPushCertificate>>;
  key: Static<typeof Key> | null;
  account: Static<typeof Account> | null;
}

const getPurpose = (orgId: string, kind: store.ProviderRow['kind']): string =>
  `push-provider ${orgId} ${kind}`;

/**
 * Encrypts what all organizations stored with the current secret; returns how many rows were encrypted with another.
 */
export async function renewProviders({ database, secrets }: Platform): Promise<number> {
  let count = 0;
  for (const row of await store.listAllProviders(database.db)) {
    const sealed = secrets.renew(getPurpose(row.org_id, row.kind), row.sealed);
    if (sealed === row.sealed) continue;
    await database.transaction((tx) => store.setProvider(tx, { ...row, sealed }));
    count += 1;
  }
  return count;
}

async function read({ database: { db }, secrets }: Platform, orgId: string): Promise<Stored> {
  const rows = await store.listProviders(db, orgId);
  const open = <S extends TSchema>(kind: store.ProviderRow['kind'], shape: S): Static<S> | null => {
    const row = rows.find((one) => one.kind === kind);
    return row === undefined
      ? null
      : Parse(shape, JSON.parse(secrets.decrypt(getPurpose(orgId, kind), row.sealed)));
  };
  return {
    certificate: await readPushCertificate(db, secrets, orgId),
    key: open('apns_key', Key),
    account: open('fcm', Account),
  };
}

/** The senders of an organization. A token key is preferred to a certificate, because it does not expire. */
export async function loadSenders(platform: Platform, orgId: string): Promise<Senders> {
  const { certificate, key, account } = await read(platform, orgId);
  const apns = key ?? certificate;
  return { apns: apns && { sender: apns, sandbox: apns.sandbox }, fcm: account };
}

/** The providers that an organization can send by. */
export async function listProviders(platform: Platform, orgId: string): Promise<NativeProvider[]> {
  const { apns, fcm } = await loadSenders(platform, orgId);
  return [...(apns ? (['apns'] as const) : []), ...(fcm ? (['fcm'] as const) : [])];
}

/** What administrators see of the providers. */
export async function describeProviders(platform: Platform, orgId: string): Promise<PushProviders> {
  const { certificate, key, account } = await read(platform, orgId);
  return {
    apns_certificate: certificate && {
      bundle_id: certificate.bundleId,
      expires: certificate.expires,
      sandbox: certificate.sandbox,
    },
    apns_key: key && {
      key_id: key.keyId,
      team_id: key.teamId,
      bundle_id: key.bundleId,
      sandbox: key.sandbox,
    },
    fcm_service_account: account && { project_id: account.projectId, client_email: account.clientEmail },
  };
}

/** Stores a token key or service account, or removes it. Error: `push_provider_refused` for keys of another kind. */
export async function changeProviders(
  { database, secrets }: Platform,
  orgId: string,
  { apns_key: key, fcm_service_account: account }: PushProvidersChange,
): Promise<void> {
  if (key) assertKey('apns_key', key.key, isP256, 'Send the .p8 file of a key for Apple’s push service.');
  if (account) {
    assertKey('fcm_service_account', account.private_key, isRsa, 'Send the JSON file of a service account.');
  }
  const values = {
    apns_key: key && {
      key: key.key,
      keyId: key.key_id,
      teamId: key.team_id,
      bundleId: key.bundle_id,
      sandbox: key.sandbox ?? false,
    },
    fcm: account && {
      projectId: account.project_id,
      clientEmail: account.client_email,
      privateKey: account.private_key,
    },
  };
  await database.transaction(async (tx) => {
    for (const kind of ['apns_key', 'fcm'] as const) {
      const value = values[kind];
      if (value === null) await store.deleteProvider(tx, orgId, kind);
      if (!value) continue;
      const sealed = secrets.encrypt(getPurpose(orgId, kind), JSON.stringify(value));
      await store.setProvider(tx, { org_id: orgId, kind, sealed, changed: getNow() });
    }
  });
}

const isP256 = ({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): boolean =>
  asymmetricKeyType === 'ec' && asymmetricKeyDetails?.namedCurve === 'prime256v1';
const isRsa = ({ asymmetricKeyType }: KeyObject): boolean => asymmetricKeyType === 'rsa';

function assertKey(field: string, pem: string, fits: (key: KeyObject) => boolean, advice: string): void {
  const refused = (cause?: unknown) =>
    new ServiceError(
      'push_provider_refused',
      `This is not a private key of the kind that is needed. ${advice}`,
      {
        details: { field },
        cause,
      },
    );
  let key: KeyObject;
  try {
    key = createPrivateKey(pem);
  } catch (cause) {
    throw refused(cause);
  }
  if (!fits(key)) throw refused();
}

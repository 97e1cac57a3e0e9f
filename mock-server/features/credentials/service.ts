import type { Static } from 'typebox';
import { type addCredentials, credentialsPlatforms } from '../../../contract/credentials.ts';
import type { CredentialsFacts, SigningMaterial } from '../../app-packages/credentials/signing-material.ts';
import { PackageError } from '../../app-packages/package-error.ts';
import { readCredentialsKind } from '../../packages-worker/kinds/credentials.ts';
import { changeCatalog } from '../../platform/database/changes/changes.ts';
import { createId, getNow } from '../../platform/database/identifiers.ts';
import { notFoundError, ServiceError } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/contexts.ts';
import type { Platform } from '../../platform/services.ts';
import { seal } from './encryption.ts';
import { credentialsDeleted } from './events.ts';
import { findFirstExpiry } from './expiry-notices.ts';
import * as store from './store.ts';

type NewCredentials = Static<typeof addCredentials.body>;

/** Limits: the line that carries a request to the worker has a maximum length, and real files are far smaller. */
const maxBytes = { p12: 128 * 1024, profiles: 400 * 1024 };
const base64 = /^[A-Za-z0-9+/_-]*={0,2}$/;
/**
 * Base64 without line breaks. Allowing spaces within the pattern would make its time grow with the square of their
 * number.
 */
const isBase64 = (text: string): boolean => base64.test(text.replace(/\s/g, ''));

/**
 * Checks and stores signing credentials; document 2, POST /v1/credentials/. Returns their id. Errors: `invalid_input` for
 * fields that do not fit together, `credentials_refused` with the reason.
 */
export async function storeCredentials(
  platform: Platform,
  caller: Caller,
  data: NewCredentials,
): Promise<string> {
  const material = toSigningMaterial(data);
  const facts = await check(platform, caller, data, material);
  const key = { org_id: caller.orgId, id: createId() };
  const row = {
    ...key,
    description: data.description,
    platform: data.platform,
    expires: facts.expires,
    identity: facts.identity,
    ...seal(platform.secrets, key, material, data.store_password ?? true),
    metadata: JSON.stringify(facts),
    created_by: caller.user.id,
    created: getNow(),
    told: null,
    profiles_end: findFirstExpiry(facts.profiles),
  };
  await platform.database.transaction((tx) => store.insertCredentials(tx, row));
  return key.id;
}

function toSigningMaterial(data: NewCredentials): SigningMaterial {
  const profiles = data.provisioning_profiles_base64 ?? [];
  const names = data.provisioning_profile_file_names ?? profiles.map(() => 'a.mobileprovision');
  if (names.length !== profiles.length) {
    throw invalidError(
      'provisioning_profile_file_names',
      'Name each provisioning profile, in the order of the profiles.',
    );
  }
  if (names.some((name) => !/\.mobileprovision$/i.test(name))) {
    throw invalidError(
      'provisioning_profile_file_names',
      'The name of a provisioning profile ends in .mobileprovision.',
    );
  }
  for (const [field, text] of [
    ['p12_file', data.p12_file],
    ...profiles.map((one) => ['provisioning_profiles_base64', one]),
  ] as const) {
    if (!isBase64(text ?? '')) throw invalidError(field ?? '', 'Send the bytes of the file in base64.');
  }
  const cleanText = (text: string) => Buffer.from(text, 'base64').toString('base64');
  return { p12: cleanText(data.p12_file), password: data.password, profiles: profiles.map(cleanText) };
}

const invalidError = (field: string, message: string) =>
  new ServiceError('invalid_input', message, { details: { field } });

async function check(
  { workers }: Platform,
  { orgId }: Caller,
  { platform }: NewCredentials,
  material: SigningMaterial,
): Promise<CredentialsFacts> {
  const bytes = (texts: readonly string[]) =>
    texts.reduce((sum, text) => sum + Buffer.byteLength(text, 'base64'), 0);
  const system = platform === credentialsPlatforms.ios ? 'ios' : 'android';
  try {
    if (bytes([material.p12]) > maxBytes.p12) throw new PackageError('credentials_too_large');
    if (bytes(material.profiles) > maxBytes.profiles) throw new PackageError('profile_too_large');
    const task = { owner: orgId, input: { platform: system, material }, files: {} } as const;
    return await workers.run(readCredentialsKind, task, (facts) => facts);
  } catch (error) {
    if (!(error instanceof PackageError)) throw error;
    throw new ServiceError('credentials_refused', error.message, {
      details: { reason: error.code },
      cause: error,
    });
  }
}

/**
 * Deletes credentials; signatures that were still waiting for them are cancelled. Returns the credentials and what they
 * signed. Error: `not_found`.
 */
export async function deleteCredentials(platform: Platform, caller: Caller, id: string) {
  const { orgId } = caller;
  return changeCatalog(platform.database, orgId, async (tx) => {
    const row = await store.findCredentialsById(tx, orgId, id);
    if (row === undefined) throw notFoundError('signing credentials');
    const applications = await store.listSignedApplications(tx, orgId, id);
    const cancelled = await store.countWaiting(tx, orgId, id);
    await platform.events.publish(tx, credentialsDeleted, { orgId, credentials: id });
    await store.deleteCredentials(tx, orgId, id);
    return { applications: [], result: { row, applications, cancelled } };
  });
}

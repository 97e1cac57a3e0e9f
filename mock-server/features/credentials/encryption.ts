import { Type } from 'typebox';
import { Parse } from 'typebox/value';
import { CredentialsFacts, type SigningMaterial } from '../../app-packages/credentials/signing-material.ts';
import type { Secrets } from '../../platform/secrets.ts';
import type { CredentialsRow } from './store.ts';

/** The encrypted part of credentials, without their password. */
const EncryptedColumns = Type.Object({ p12: Type.String(), profiles: Type.Array(Type.String()) });

/**
 * Each set of credentials has keys of its own, so that nobody who can write to the table can combine the file of one
 * with the password of another.
 */
const getPurpose = (orgId: string, id: string, part: 'file' | 'password') =>
  `credentials ${part} ${orgId} ${id}`;

/** The encrypted columns of new credentials. */
export const seal = (
  secrets: Secrets,
  { org_id, id }: Pick<CredentialsRow, 'org_id' | 'id'>,
  { p12, profiles, password }: SigningMaterial,
  storePassword: boolean,
): Pick<CredentialsRow, 'sealed' | 'sealed_password'> => ({
  sealed: secrets.encrypt(getPurpose(org_id, id, 'file'), JSON.stringify({ p12, profiles })),
  sealed_password: storePassword ? secrets.encrypt(getPurpose(org_id, id, 'password'), password) : null,
});

/**
 * Key and certificate for signing, only for the task of a worker process. Error: when they were encrypted with another
 * `SECRET_KEY`.
 */
export function unseal(
  secrets: Secrets,
  { org_id, id, sealed, sealed_password }: CredentialsRow,
): SigningMaterial {
  const files = Parse(EncryptedColumns, JSON.parse(secrets.decrypt(getPurpose(org_id, id, 'file'), sealed)));
  const password =
    sealed_password === null ? '' : secrets.decrypt(getPurpose(org_id, id, 'password'), sealed_password);
  return { ...files, password };
}

/** The encrypted columns, encrypted again with the current secret. */
export const reencrypt = (
  secrets: Secrets,
  { org_id, id, sealed, sealed_password }: CredentialsRow,
): Pick<CredentialsRow, 'sealed' | 'sealed_password'> => ({
  sealed: secrets.renew(getPurpose(org_id, id, 'file'), sealed),
  sealed_password: sealed_password && secrets.renew(getPurpose(org_id, id, 'password'), sealed_password),
});

/** What was read of credentials when they were stored. */
export const parseFacts = ({ metadata }: Pick<CredentialsRow, 'metadata'>): CredentialsFacts =>
  Parse(CredentialsFacts, JSON.parse(metadata));

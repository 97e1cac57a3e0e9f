import type { SigningMaterial } from '../../app-packages/credentials/signing-material.ts';
import type { Db } from '../../platform/database/handles.ts';
import { notFoundError, ServiceError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/services.ts';
import { unseal } from './encryption.ts';
import { isWithoutPassword } from './presenter.ts';
import { type CredentialsRow, findCredentialsById } from './store.ts';

export { renewCredentials } from './renew.ts';

/** Credentials that can be used for signing. Errors: `not_found`, `password_not_stored`. */
export async function findUsableCredentials(db: Db, orgId: string, id: string): Promise<CredentialsRow> {
  const row = await findCredentialsById(db, orgId, id);
  if (row === undefined) throw notFoundError('signing credentials');
  if (!isWithoutPassword(row)) return row;
  throw new ServiceError(
    'password_not_stored',
    'The password of these credentials was not stored, so nothing can be signed with them. Store them again with their password.',
  );
}

/**
 * Key and certificate for signing, only for the task of a worker process. Errors: `not_found`, `password_not_stored`.
 */
export async function loadSigningMaterial(
  { database, secrets }: Platform,
  orgId: string,
  id: string,
): Promise<{ row: CredentialsRow; material: SigningMaterial }> {
  const row = await findUsableCredentials(database.db, orgId, id);
  return { row, material: unseal(secrets, row) };
}

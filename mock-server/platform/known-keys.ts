import { ConfigError } from '../settings/environment.ts';
import type { Database } from './database/connect.ts';
import { getNow } from './database/identifiers.ts';
import type { Secrets } from './secrets.ts';

/**
 * Compares the secret keys with those that the database was used with, and adds new ones: rotated keys come beside older ones.
 * Error: ConfigError where all keys are strangers to a database that was used before, unless the operator
 * says that the old one is lost.
 */
export async function assertKnownKeys(
  { db, transaction }: Database,
  { ids }: Secrets,
  acceptsStrangeKey = false,
): Promise<void> {
  const known = (await db.selectFrom('secret_keys').select('id').execute()).map(({ id }) => id);
  const added = ids.filter((id) => !known.includes(id));
  if (known.length > 0 && added.length === ids.length && !acceptsStrangeKey)
    throw new ConfigError(
      'The secret key is not the one that the database was used with. Set SECRET_KEY or SECRET_KEY_FILE to that one, or put secret.key in DATA_DIR back from a backup; a new key goes before it, not in its place. If it is lost for good, run keys accept.',
    );
  if (added.length === 0) return;
  const rows = added.map((id) => ({ id, added: getNow() }));
  await transaction(async (tx) => {
    await tx
      .insertInto('secret_keys')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
}

import { updateOrganization } from '../../../contract/organizations.ts';
import { loadDeviceState } from '../../../mock-server/features/catalog/facade.ts';
import { withoutGuard } from '../../../mock-server/platform/database/unguarded.ts';
import { administer } from './administration.ts';
import type { Product } from './product.ts';

/** What the service has of an account, by login name. */
async function userId({ db }: Product, login: string): Promise<string> {
  const user = await db
    .selectFrom('users')
    .select('id')
    .where('user_id', '=', login)
    .executeTakeFirstOrThrow();
  return user.id;
}

/** Reviews that a person wrote. */
export async function reviewsOf(product: Product, login: string) {
  const user = await userId(product, login);
  return product.db
    .selectFrom('reviews')
    .select(['like', 'title', 'comment'])
    .where('user', '=', user)
    .execute();
}

/**
 * Writes that the service accepted from a person; one that was sent twice is listed twice, or once when the service
 * recognized it.
 */
export async function takenWrites(product: Product, login: string): Promise<number> {
  const user = await userId(product, login);
  const rows = await product.db.selectFrom('idempotency').select('key').where('user', '=', user).execute();
  return rows.length;
}

/** Names and version numbers that the devices of a person reported as installed. */
export async function inventoryOf(product: Product, login: string) {
  const user = await userId(product, login);
  const devices = await product.db
    .selectFrom('device_users')
    .select(['org_id', 'device'])
    .where('user', '=', user)
    .execute();
  const parts = await Promise.all(
    devices.map(({ org_id, device }) => loadDeviceState(product.db, org_id, device)),
  );
  const ids = parts.flatMap(({ versions }) => [...versions.values()].flatMap(({ id }) => id ?? []));
  if (ids.length === 0) return [];
  return product.db
    .selectFrom('versions')
    .select(['app_name', 'version_num'])
    .where('id', 'in', ids)
    .execute();
}

/** Ends every session of a person, as an administrator would, or as they expire. */
export async function endSessions(product: Product, login: string): Promise<void> {
  const user = await userId(product, login);
  await withoutGuard(product.db).deleteFrom('tokens').where('user', '=', user).execute();
}

/** Switches off the reviews of an application, by its name: a review that is already on its way is then refused. */
export async function switchReviewsOff({ db }: Product, application: string): Promise<void> {
  const { id } = await db
    .selectFrom('applications')
    .innerJoin('versions', 'versions.id', 'applications.latest_version')
    .select('applications.id')
    .where('versions.app_name', '=', application)
    .executeTakeFirstOrThrow();
  await withoutGuard(db)
    .updateTable('applications')
    .set({ reviews_enabled: 0 })
    .where('id', '=', id)
    .execute();
}

/** The SHA-256 of the newest file of an application, as the service reports it. */
export async function checksumOf({ db }: Product, application: string): Promise<string> {
  const file = await db
    .selectFrom('applications')
    .innerJoin('versions', 'versions.id', 'applications.latest_version')
    .innerJoin('install_files', 'install_files.id', 'versions.install_file')
    .select('install_files.sha256')
    .where('versions.app_name', '=', application)
    .executeTakeFirstOrThrow();
  return file.sha256;
}

/** Whether a person has a session at the service. */
export async function isSignedIn(product: Product, login: string): Promise<boolean> {
  const user = await userId(product, login);
  return (await product.db.selectFrom('tokens').select('id').where('user', '=', user).execute()).length > 0;
}

/** Limits sessions of people who don't stay signed in to so many minutes from now on, in the demo organization. */
export async function shortSessions(product: Product, minutes: number): Promise<void> {
  const { service, token, organization } = await administer(product);
  await service.ok(updateOrganization, {
    token,
    params: { org_id: organization },
    body: { session_timeout_in_minutes: minutes },
  });
}

/** Lets anybody with the link install an application; returns its id. */
export async function allowDirectInstall(product: Product, bundle: string): Promise<string> {
  const db = withoutGuard(product.db);
  const { id } = await db
    .selectFrom('applications')
    .select('id')
    .where('bundle_id', '=', bundle)
    .executeTakeFirstOrThrow();
  await db.updateTable('applications').set({ no_auth_delivery_enabled: 1 }).where('id', '=', id).execute();
  return id;
}

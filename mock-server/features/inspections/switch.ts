import { ServiceError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/services.ts';
import { decryptProviderSettings, findOrganization, parseSettings } from '../organizations/facade.ts';

const purpose = 'inspection-key';
const prefix = 'inspect_';

/** The key that switches inspections on. It is always the same for an organization, and works for no other. */
export const getKey = ({ secrets }: Platform, orgId: string): string =>
  `${prefix}${secrets.sign(purpose, orgId)}`;

/**
 * Refuses while inspections are off: they need `providerx_enabled` and the service's own key as `api_key` in
 * `providerx_settings`; document 2, Inspections. Error: `inspections_off`.
 */
export async function assertOn({ database, secrets }: Platform, orgId: string): Promise<void> {
  const row = await findOrganization(database.db, orgId);
  if (!parseSettings(row).providerx_enabled) {
    throw inspectionsOffError(
      'Inspections are switched off. Set providerx_enabled to true in the settings of the organization.',
    );
  }
  const key = decryptProviderSettings(secrets, row)?.['api_key'];
  const isOurs =
    typeof key === 'string' &&
    key.startsWith(prefix) &&
    secrets.verify(purpose, orgId, key.slice(prefix.length));
  if (isOurs) return;
  throw inspectionsOffError(
    'Inspections need an API key. POST /v3/inspections/key/ gives it out; put it into the settings of the organization as ' +
      'providerx_settings {"api_key": …}.',
  );
}

const inspectionsOffError = (message: string) => new ServiceError('inspections_off', message);

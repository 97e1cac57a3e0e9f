import type { OrganizationSettings } from '../../../contract/organizations.ts';
import type { Db } from '../../platform/database/handles.ts';
import { parseIdentifier } from '../../platform/database/identifiers.ts';
import { ServiceError } from '../../platform/errors.ts';
import { createDefaultSettings } from './default-settings.ts';
import { getDefaultInvitation, pickChosenInvitation } from './invitation-words.ts';
import * as store from './store.ts';

/** An organization by any alias. Error: `organization_unknown`. */
export async function findOrganization(db: Db, identifier: string): Promise<store.OrganizationRow> {
  const alias = parseIdentifier(identifier);
  const row =
    'psk' in alias
      ? await store.findOrganizationByPsk(db, alias.psk)
      : await store.findOrganizationById(db, alias.id);
  if (row === undefined) throw unknownOrganizationError();
  return row;
}

/** Code 10; document 1, Errors 2. */
export const unknownOrganizationError = () =>
  new ServiceError(
    'organization_unknown',
    'There is no such organization, or you may not act on it. GET /v1/organizations/ lists yours.',
  );

/**
 * Settings of a row. A setting that a later version added has its default, and an invitation that nobody wrote is in
 * the organization's language. `providerx_settings` is null here, because it contains a secret; see
 * `provider-settings.ts`.
 */
export function parseSettings(row: Pick<store.OrganizationRow, 'name' | 'settings'>): OrganizationSettings {
  const { providerx_sealed: _, ...stored } = JSON.parse(row.settings) as Partial<OrganizationSettings> & {
    providerx_sealed?: string | null;
  };
  const settings = { ...createDefaultSettings(row.name, stored.mail_language), ...stored };
  const invitation = getDefaultInvitation(row.name, settings.mail_language);
  return { ...settings, ...invitation, ...pickChosenInvitation(row.name, stored) };
}

/** The settings of an organization. Error: `organization_unknown`. */
export const readSettings = async (db: Db, orgId: string): Promise<OrganizationSettings> =>
  parseSettings(await findOrganization(db, orgId));

import type { Secrets } from '../../platform/secrets.ts';
import type { OrganizationRow } from './store.ts';

/** The inspection provider's settings hold its API key: they are stored encrypted, beside the other settings. */
export type ProviderSettings = Record<string, unknown> | null;

const purpose = 'provider-settings';

export const encryptProvider = (secrets: Secrets, settings: ProviderSettings): string | null =>
  settings && secrets.encrypt(purpose, JSON.stringify(settings));

/** The settings of an organization, with the provider's settings encrypted with the current secret. */
export function renewProvider(secrets: Secrets, settings: string): string {
  const reported = JSON.parse(settings) as { providerx_sealed?: string | null };
  if (!reported.providerx_sealed) return settings;
  const providerx_sealed = secrets.renew(purpose, reported.providerx_sealed);
  return providerx_sealed === reported.providerx_sealed
    ? settings
    : JSON.stringify({ ...reported, providerx_sealed });
}

/** The provider's settings as an administrator sees them: all of them. */
export function decryptProviderSettings(
  secrets: Secrets,
  row: Pick<OrganizationRow, 'settings'>,
): ProviderSettings {
  const { providerx_sealed: sealed } = JSON.parse(row.settings) as { providerx_sealed?: string | null };
  return sealed ? (JSON.parse(secrets.decrypt(purpose, sealed)) as ProviderSettings) : null;
}

import { isDeepStrictEqual } from 'node:util';
import type { TObject } from 'typebox';
import {
  ComplexityRules,
  type OrganizationChange,
  OrganizationSettings,
} from '../../../contract/organizations.ts';
import { changeCatalog } from '../../platform/database/changes/changes.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/contexts.ts';
import type { Platform } from '../../platform/services.ts';
import { assertTemplate } from './custom-metadata.ts';
import { findReachableOrganization } from './organizations.ts';
import { presentOrganization } from './presenter.ts';
import { decryptProviderSettings, encryptProvider } from './provider-settings.ts';
import { assertRecentSignIn } from './security/recent-sign-in.ts';
import { assertSettings } from './setting-rules.ts';
import { parseSettings } from './settings.ts';
import * as store from './store.ts';

/**
 * Changes editable fields. A full organization object is accepted as long as nothing else differs in it; document 1, PUT
 * /v3/organizations/<org_id>/. Errors: `organization_unknown`; `invalid_request` that names the field which can't be changed;
 * `invalid_input` for a template that nobody could fill in, and what `assertSettings` refuses; `recent_sign_in_required` for
 * what security depends on.
 */
export async function updateOrganization(
  platform: Platform,
  caller: Caller,
  identifier: string,
  change: OrganizationChange,
  pushCertificate: string | null,
): Promise<store.OrganizationRow> {
  const { id } = await findReachableOrganization(platform.database.db, caller, identifier);
  assertSettings(change, platform.config);
  return changeCatalog(platform.database, id, async (tx) => {
    const row = await findReachableOrganization(tx, caller, id);
    const provider = decryptProviderSettings(platform.secrets, row);
    assertNotFixed(presentOrganization(row, caller, provider), change);
    const before = parseSettings(row);
    const { providerx_settings, ...settings } = mergeSettings(
      { ...before, providerx_settings: provider },
      change,
    );
    const isGuarded = guarded.some((name) => !isDeepStrictEqual(settings[name], before[name]));
    if (isGuarded || pushCertificate !== null) await assertRecentSignIn(tx, { ...caller, orgId: id });
    const sealed = encryptProvider(platform.secrets, providerx_settings);
    const columns = {
      settings: JSON.stringify({ ...settings, providerx_sealed: sealed }),
      push_cert: pushCertificate ?? row.push_cert,
    };
    await store.updateOrganization(tx, id, columns);
    const applications = catalogSettings.every((name) => settings[name] === before[name]) ? [] : 'all';
    return { applications, result: { ...row, ...columns } };
  });
}

/** The settings that catalogs show: features/catalog/open-catalog.ts reads them. */
const catalogSettings = ['reviews_enabled', 'banner_image_enabled'] as const;

/** The settings by which security can be weakened. */
const guarded = [
  'password_complexity',
  'session_timeout_in_minutes',
  'remember_me_timeout_in_minutes',
  'activity_retention_in_days',
  'activity_retention_by_kind',
  'no_auth_app_delivery_enabled',
  'no_auth_policies_enabled',
  'cors_domain_whitelist',
  'refuse_other_certificate',
] as const satisfies readonly (keyof OrganizationSettings)[];

/** The settings after a change, without any field that the contract does not name. */
function mergeSettings(settings: OrganizationSettings, change: OrganizationChange): OrganizationSettings {
  const { password_complexity_for_admins: admins, password_complexity_for_users: users } =
    settings.password_complexity;
  const rules = change.password_complexity;
  const result: OrganizationSettings = {
    ...settings,
    ...pickNamed(OrganizationSettings, applyTexts(change)),
    password_complexity: {
      password_complexity_for_admins: {
        ...admins,
        ...pickNamed(ComplexityRules, rules?.password_complexity_for_admins),
      },
      password_complexity_for_users: {
        ...users,
        ...pickNamed(ComplexityRules, rules?.password_complexity_for_users),
      },
    },
  };
  assertTemplate('user_custom_metadata_template', result.user_custom_metadata_template);
  assertTemplate('application_custom_metadata_template', result.application_custom_metadata_template);
  return result;
}

/** Only the fields that a schema names. TypeBox's `Clean` would also take keys such as `prototype` out of free values. */
const pickNamed = (schema: TObject, value: object = {}) =>
  Object.fromEntries(Object.entries(value).filter(([name]) => Object.hasOwn(schema.properties, name)));

/** Null stands for the empty text, except for the provider's settings, which it removes. */
const applyTexts = ({ providerx_settings, ...change }: OrganizationChange) => ({
  ...Object.fromEntries(Object.entries(change).map(([name, value]) => [name, value ?? ''])),
  ...(providerx_settings !== undefined && { providerx_settings }),
});

function assertNotFixed(
  current: Readonly<Record<string, unknown>>,
  change: Readonly<Record<string, unknown>>,
): void {
  const fixed = Object.keys(current).filter((name) => !Object.hasOwn(OrganizationSettings.properties, name));
  const differing = fixed.find(
    (name) => Object.hasOwn(change, name) && !isDeepStrictEqual(change[name], current[name]),
  );
  if (differing === undefined) return;
  throw new ServiceError('invalid_request', `${differing} can't be changed.`, {
    details: { field: differing },
  });
}

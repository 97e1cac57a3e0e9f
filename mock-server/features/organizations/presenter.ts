import { roles } from '../../../contract/common/codes.ts';
import type { Organization } from '../../../contract/organizations.ts';
import type { Caller } from '../../platform/http/contexts.ts';
import type { ProviderSettings } from './provider-settings.ts';
import type { Family } from './service.ts';
import { parseSettings } from './settings.ts';
import type { OrganizationRow } from './store.ts';

/** Document 1, Organization. A plain user sees what the catalog needs; an administrator sees all. */
export function presentOrganization(
  row: OrganizationRow,
  caller: Caller,
  provider: ProviderSettings,
): Organization {
  const settings = parseSettings(row);
  const shown = {
    id: row.id,
    parent_id: row.parent_id,
    name: row.name,
    vanity_subdomain: row.vanity_subdomain,
    app_installation_path: `/?organization=${row.id}`,
    auth_type: 0,
    auth_settings: { bio_id_auth: { enable_bio_id: false } },
    support_email: settings.support_email,
    session_timeout_in_minutes: settings.session_timeout_in_minutes,
    remember_me_timeout_in_minutes: settings.remember_me_timeout_in_minutes,
    no_auth_app_delivery_enabled: settings.no_auth_app_delivery_enabled,
    reviews_enabled: settings.reviews_enabled,
    reviews_default_value: settings.reviews_default_value,
    banner_image_enabled: settings.banner_image_enabled,
    accent_color: settings.accent_color,
  };
  if (caller.user.role !== roles.administrator) return shown;
  return {
    ...settings,
    ...shown,
    providerx_settings: provider,
    ios_push_cert: row.push_cert !== null,
    javascript_protection_policy_enabled: false,
  };
}

export interface OrganizationNode {
  id: string;
  name: string;
  parent_id: string | null;
  sub_orgs: OrganizationNode[];
}

/** An organization and those below it as nested nodes; document 1, GET /v1/organizations/. */
export function presentTree({ root, below }: Family): OrganizationNode {
  const nodes = new Map([root, ...below].map((row) => [row.id, toNode(row)]));
  for (const row of below) {
    const node = nodes.get(row.id);
    if (node !== undefined) nodes.get(row.parent_id ?? '')?.sub_orgs.push(node);
  }
  return nodes.get(root.id) ?? toNode(root);
}

const toNode = ({ id, name, parent_id }: OrganizationRow): OrganizationNode => ({
  id,
  name,
  parent_id,
  sub_orgs: [],
});

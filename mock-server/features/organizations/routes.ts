import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import * as contract from '../../../contract/organizations.ts';
import type { Caller } from '../../platform/http/contexts.ts';
import { withForm } from '../../platform/http/multipart.ts';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/services.ts';
import { addOrganization } from './affiliation.ts';
import { updateOrganization } from './change.ts';
import { brandingOf, reachable } from './facade.ts';
import { presentOrganization, presentTree } from './presenter.ts';
import { openProvider } from './provider-settings.ts';
import { checkPushCertificate, pushCertificatePurpose, type Warning } from './push-certificate.ts';
import { familyOf } from './service.ts';
import type { OrganizationRow } from './store.ts';

const largestCertificate = 256 * 1024;

/** Organizations; document 1, Organizations. */
export function registerOrganizations(app: FastifyInstance, platform: Platform): void {
  const { db } = platform.database;

  route(app, contract.readBranding, async ({ query }) => brandingOf(db, query.organization));

  route(app, contract.listOrganizations, async ({ caller }) => presentTree(await familyOf(db, caller)));

  route(app, contract.readOrganization, async ({ params, caller }) => ({
    organization: present(await reachable(db, caller, params.org_id), caller),
  }));

  route(app, contract.updateOrganization, async ({ params, caller, request }) => {
    const rules = { schema: contract.OrganizationChange, files: { push_cert_file: largestCertificate } };
    return withForm(request, platform.blobs, rules, async ({ data, files }) => {
      const { sealed, warnings } = await readCertificate(platform, files.push_cert_file);
      const row = await updateOrganization(platform, caller, params.org_id, data, sealed);
      return { warnings, organization: present(row, caller) };
    });
  });

  route(app, contract.addOrganization, async ({ body, caller }) => {
    const { organization, user } = await addOrganization(platform, caller, body);
    return { organization: present(organization, caller), user_psk: user.psk };
  });

  function present(row: OrganizationRow, caller: Caller) {
    return presentOrganization(row, caller, openProvider(platform.secrets, row));
  }
}

/** The push certificate of a form, checked, and encrypted for the database; null when there is none. */
async function readCertificate(
  platform: Platform,
  file: { path: string } | undefined,
): Promise<{ sealed: string | null; warnings: Warning[] }> {
  if (file === undefined) return { sealed: null, warnings: [] };
  const bytes = await readFile(file.path);
  const warnings = checkPushCertificate(bytes);
  return { sealed: platform.secrets.encrypt(pushCertificatePurpose, bytes.toString('base64')), warnings };
}

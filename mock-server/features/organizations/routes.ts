import type { FastifyInstance } from 'fastify';
import * as contract from '../../../contract/organizations.ts';
import { withForm } from '../../platform/http/bodies/multipart.ts';
import type { Caller } from '../../platform/http/contexts.ts';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/services.ts';
import { updateOrganization } from './change.ts';
import { findReachableOrganization, readBranding } from './organizations.ts';
import { presentOrganization, presentTree } from './presenter.ts';
import { decryptProviderSettings } from './provider-settings.ts';
import { readPushCertificateForm } from './push-certificate.ts';
import { loadFamily } from './service.ts';
import type { OrganizationRow } from './store.ts';

const largestCertificate = 256 * 1024;

/** Organizations; document 1, Organizations. */
export function registerOrganizations(app: FastifyInstance, platform: Platform): void {
  const { db } = platform.database;

  route(app, contract.readBranding, async ({ query }) => readBranding(db, query.organization));

  route(app, contract.listOrganizations, async ({ caller }) => presentTree(await loadFamily(db, caller)));

  route(app, contract.readOrganization, async ({ params, caller }) => ({
    organization: present(await findReachableOrganization(db, caller, params.org_id), caller),
  }));

  route(app, contract.updateOrganization, async ({ params, caller, request }) => {
    const rules = { schema: contract.OrganizationChange, files: { push_cert_file: largestCertificate } };
    return withForm(request, platform.blobs, rules, async ({ data, files }) => {
      const { push_cert_password: password, ...change } = data;
      const { id } = await findReachableOrganization(db, caller, params.org_id);
      const path = files.push_cert_file?.path;
      const claimed =
        path && (await readPushCertificateForm(platform, id, { path, password: password ?? '' }));
      const { sealed, warnings } = claimed || { sealed: null, warnings: [] };
      const row = await updateOrganization(platform, caller, params.org_id, change, sealed);
      return { warnings, organization: present(row, caller) };
    });
  });

  function present(row: OrganizationRow, caller: Caller) {
    return presentOrganization(row, caller, decryptProviderSettings(platform.secrets, row));
  }
}

import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import * as contract from '../../../contract/organizations.ts';
import { withForm } from '../../platform/http/multipart.ts';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/services.ts';
import { presentOrganization, presentTree } from './presenter.ts';
import { brandingOf } from './read-model.ts';
import * as service from './service.ts';

const largestCertificate = 256 * 1024;

/** Organizations; document 1, Organizations. */
export function registerOrganizations(app: FastifyInstance, platform: Platform): void {
  const { db } = platform.database;

  route(app, contract.readBranding, async ({ query }) => brandingOf(db, query.organization));

  route(app, contract.listOrganizations, async ({ caller }) => {
    const { root, below } = await service.organizationsBelow(platform, caller);
    return presentTree(root, below);
  });

  route(app, contract.readOrganization, async ({ params, caller }) => ({
    organization: presentOrganization(await service.reachable(db, caller, params.org_id), caller),
  }));

  route(app, contract.updateOrganization, async ({ params, caller, request }) => {
    const rules = { schema: contract.updateOrganization.body, files: { push_cert_file: largestCertificate } };
    return withForm(request, platform.blobs, rules, async ({ data, files }) => {
      const certificate = files.push_cert_file;
      const sealed =
        certificate &&
        platform.secrets.encrypt('push-certificate', await readFile(certificate.path, 'base64'));
      const row = await service.updateOrganization(platform, caller, params.org_id, data, sealed ?? null);
      return { warnings: [], organization: presentOrganization(row, caller) };
    });
  });
}

import type { FastifyInstance } from 'fastify';
import * as contract from '../../../contract/categories.ts';
import { getBaseUrl } from '../../platform/http/https.ts';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/services.ts';
import { buildMediaUrl } from '../applications/facade.ts';
import * as service from './service.ts';

/** Categories; document 2, Categories. */
export function registerCategories(app: FastifyInstance, platform: Platform): void {
  route(app, contract.listCategories, async ({ caller, request }) => ({
    categories: (await service.listCategories(platform, caller)).map((row) => ({
      psk: row.psk,
      org_psk: row.org_psk,
      constant: row.constant,
      name: row.name,
      // A string, also where there is none; document 2, Category.
      icon_path: buildMediaUrl(getBaseUrl(request, platform.config), row.icon) ?? '',
      description: row.description,
    })),
  }));

  route(app, contract.setApplicationCategories, async ({ params, body, caller }) => ({
    categories_assigned: await service.assignCategories(
      platform,
      caller,
      params.application,
      body.category_psk,
    ),
  }));
}

import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import * as media from '../../../contract/application-media.ts';
import * as contract from '../../../contract/applications.ts';
import { parsePage } from '../../platform/database/list-controls.ts';
import { withForm } from '../../platform/http/multipart.ts';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/services.ts';
import * as lists from './lists.ts';
import * as pictures from './pictures/service.ts';
import { presentApplication, presentListed, presentVersion } from './presenter.ts';
import { addVersion } from './publishing/add-version.ts';
import { addApplication, type Published } from './publishing/publish.ts';
import { publishApplication } from './publishing/publish-by-package.ts';
import * as service from './service.ts';
import { signingOf } from './signing-status.ts';
import { stats } from './statistics.ts';
import { withUpload } from './uploads/use-upload.ts';

/** Publishing applications; document 2, Applications. */
export function registerApplications(app: FastifyInstance, platform: Platform): void {
  registerPublishing(app, platform);
  registerReading(app, platform);
  registerVersions(app, platform);
  registerPictures(app, platform);
  registerScreenshots(app, platform);
}

function registerPublishing(app: FastifyInstance, platform: Platform): void {
  const { packageUpload, imageUpload } = platform.config.limits;
  const files = { app_file: packageUpload, icon_file: imageUpload };
  const present = async ({ application, warnings }: Published) => ({
    application: presentApplication(await service.view(platform, application)),
    warnings,
  });

  route(app, contract.addApplication, async ({ caller, request }) =>
    withForm(request, platform.blobs, { schema: contract.addApplication.body, files }, async (form) =>
      present(await withUpload(platform, caller, form, (whole) => addApplication(platform, caller, whole))),
    ),
  );

  route(app, contract.addVersion, async ({ params, caller, request }) =>
    withForm(request, platform.blobs, { schema: contract.addVersion.body, files }, async (form) =>
      present(
        await withUpload(platform, caller, form, (whole) =>
          addVersion(platform, caller, params.application, whole),
        ),
      ),
    ),
  );

  route(app, contract.publishApplication, async ({ caller, request }) =>
    withForm(request, platform.blobs, { schema: contract.publishApplication.body, files }, async (form) => {
      const { newApplication, ...published } = await withUpload(platform, caller, form, (whole) =>
        publishApplication(platform, caller, whole),
      );
      return { ...(await present(published)), new_application: newApplication };
    }),
  );

  route(app, contract.updateApplication, async ({ params, body, caller }) => {
    const row = await service.updateApplication(platform, caller, params.application, body);
    return { application: presentApplication(await service.view(platform, row)) };
  });

  route(app, contract.updateApplicationV1, async ({ params, body, caller }) => {
    await service.updateApplication(platform, caller, params.application, body);
    return { update_application_result: true };
  });

  route(app, contract.deleteApplication, async ({ params, caller }) => ({
    deleted_application: await service.deleteApplication(platform, caller, params.application),
  }));
}

function registerReading(app: FastifyInstance, platform: Platform): void {
  route(app, contract.readApplication, async ({ params, caller }) => {
    const view = await service.readApplication(platform, caller, params.application);
    const signing = signingOf(view.latest?.version);
    const { version, ...application } = presentApplication(view);
    return {
      application: { ...application, ...signing, version: version && { ...version, ...signing } },
      ...signing,
    };
  });

  for (const operation of [contract.listApplications, contract.listApplicationsV1]) {
    route(app, operation, async ({ query, caller }) => {
      const { applications, total } = await lists.listApplications(platform, caller, query);
      return { applications: applications.map(presentListed), total_available: total };
    });
  }

  route(app, contract.listUserApplications, async ({ caller }) => ({
    applications: (await lists.listUserApplications(platform, caller)).map(presentListed),
  }));

  route(app, contract.listAppCatalogs, async ({ caller }) => ({
    app_catalogs: (await lists.listAppCatalogs(platform, caller)).map(presentListed),
  }));

  route(app, contract.readApplicationStats, async ({ params, query, caller }) => ({
    app_stats: await stats(platform, caller, params.application, query),
  }));
}

function registerVersions(app: FastifyInstance, platform: Platform): void {
  route(app, contract.listVersions, async ({ params, caller }) => ({
    versions: (await service.listVersions(platform, caller, params.application)).map(presentVersion),
  }));

  route(app, contract.listVersionsV3, async ({ params, query, caller }) => {
    const { start, count } = parsePage(query.page);
    const versions = await service.listVersions(platform, caller, params.application);
    return {
      versions: versions.slice(start, start + count).map(presentVersion),
      total_available: versions.length,
    };
  });

  route(app, contract.readVersion, async ({ params, caller }) => ({
    version: presentVersion(await service.readVersion(platform, caller, params.version)),
  }));

  route(app, contract.updateVersion, async ({ params, body, caller }) => ({
    version: presentVersion(await service.updateVersion(platform, caller, params.version, body)),
  }));
}

/** A request that carries a picture and nothing else. */
const PictureForm = Type.Object({});

function registerPictures(app: FastifyInstance, platform: Platform): void {
  const { imageUpload } = platform.config.limits;

  route(app, media.setIcon, async ({ params, caller, request }) =>
    withForm(
      request,
      platform.blobs,
      { schema: PictureForm, files: { icon_file: imageUpload } },
      async ({ files }) => ({
        path: await pictures.setIcon(platform, caller, params.application, files.icon_file),
      }),
    ),
  );

  route(app, media.setBanner, async ({ params, caller, request }) =>
    withForm(
      request,
      platform.blobs,
      { schema: PictureForm, files: { banner_file: imageUpload } },
      async ({ files }) => ({
        path: await pictures.setBanner(platform, caller, params.application, files.banner_file),
      }),
    ),
  );

  route(app, media.deleteBanner, async ({ params, caller }) => ({
    deleted: await pictures.deleteBanner(platform, caller, params.application),
  }));

  route(app, media.listRelatedMedia, async ({ params, caller }) => ({
    related_media: await pictures.relatedMedia(platform, caller, params.application),
  }));

  route(app, media.listScreenshots, async ({ params, caller }) => ({
    screenshots: await pictures.screenshots(platform, caller, params.application),
  }));
}

function registerScreenshots(app: FastifyInstance, platform: Platform): void {
  const rules = { schema: PictureForm, files: { screenshot_file: platform.config.limits.imageUpload } };
  const forms = [
    ['phone', media.setPhoneScreenshot, media.deletePhoneScreenshot],
    ['tablet', media.setTabletScreenshot, media.deleteTabletScreenshot],
  ] as const;
  for (const [form, set, remove] of forms) {
    route(app, set, async ({ params, caller, request }) =>
      withForm(request, platform.blobs, rules, async ({ files }) => {
        const place = { form, slot: params.slot };
        return {
          path: await pictures.setScreenshot(
            platform,
            caller,
            params.application,
            place,
            files.screenshot_file,
          ),
        };
      }),
    );
    route(app, remove, async ({ params, caller }) => ({
      deleted: await pictures.deleteScreenshot(platform, caller, params.application, {
        form,
        slot: params.slot,
      }),
    }));
  }
}

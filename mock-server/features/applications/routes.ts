import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { setDeadline } from '../../../contract/application-deadline.ts';
import * as media from '../../../contract/application-media.ts';
import * as contract from '../../../contract/applications.ts';
import { roles } from '../../../contract/common/codes.ts';
import { parsePage } from '../../platform/database/list-controls.ts';
import { withForm } from '../../platform/http/bodies/multipart.ts';
import { getBaseUrl } from '../../platform/http/https.ts';
import { sendList } from '../../platform/http/responses/send-list.ts';
import { endDate } from '../../platform/http/responses/timestamps.ts';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/services.ts';
import { moveDeadline } from './deadline.ts';
import * as lists from './lists/lists.ts';
import * as pictures from './pictures/service.ts';
import {
  type ListedApplication,
  presentApplication,
  presentListed,
  presentVersion,
  type VersionWithFile,
} from './presenter.ts';
import { addVersion } from './publishing/add-version.ts';
import { addApplication, type Published } from './publishing/publish.ts';
import { publishApplication } from './publishing/publish-by-package.ts';
import * as service from './service.ts';
import { readSigning } from './signing-status.ts';
import { readStatistics } from './statistics.ts';
import { withUpload } from './uploads/use-upload.ts';

/** Bytes of an icon, a banner or a screenshot. */
const imageUpload = 20 * 1024 * 1024;

/** Publishing applications; document 2, Applications. */
export function registerApplications(app: FastifyInstance, platform: Platform): void {
  registerPublishing(app, platform);
  registerReading(app, platform);
  registerVersions(app, platform);
  registerPictures(app, platform);
  registerScreenshots(app, platform);
}

function registerPublishing(app: FastifyInstance, platform: Platform): void {
  const baseOf = (request: FastifyRequest) => getBaseUrl(request, platform.config);
  const { packageUpload } = platform.config.limits;
  const files = { app_file: packageUpload, icon_file: imageUpload };
  const present = async (request: FastifyRequest, { application, warnings }: Published) => ({
    application: presentApplication(baseOf(request), await service.loadView(platform, application)),
    warnings,
  });

  route(app, contract.addApplication, async ({ caller, request }) =>
    withForm(request, platform.blobs, { schema: contract.addApplication.body, files }, async (form) =>
      present(
        request,
        await withUpload(platform, caller, form, (whole) => addApplication(platform, caller, whole)),
      ),
    ),
  );

  route(app, contract.addVersion, async ({ params, caller, request }) =>
    withForm(request, platform.blobs, { schema: contract.addVersion.body, files }, async (form) =>
      present(
        request,
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
      return { ...(await present(request, published)), new_application: newApplication };
    }),
  );

  route(app, contract.updateApplication, async ({ params, body, caller, request }) => {
    const row = await service.updateApplication(platform, caller, params.application, body);
    return { application: presentApplication(baseOf(request), await service.loadView(platform, row)) };
  });

  route(app, contract.updateApplicationV1, async ({ params, body, caller }) => {
    await service.updateApplication(platform, caller, params.application, body);
    return { update_application_result: true };
  });

  route(app, setDeadline, async ({ params, body, caller }) => {
    const { version, changed } = await moveDeadline(platform, caller, params.application, body);
    const { application, id, version_num, required_by } = version;
    const deadline = { application, version: id, version_num, required_by: endDate(required_by), changed };
    return { deadline };
  });

  route(app, contract.deleteApplication, async ({ params, caller }) => ({
    deleted_application: await service.deleteApplication(platform, caller, params.application),
  }));
}

function registerReading(app: FastifyInstance, platform: Platform): void {
  const baseOf = (request: FastifyRequest) => getBaseUrl(request, platform.config);
  const listedFor = (request: FastifyRequest) => (view: ListedApplication) =>
    presentListed(baseOf(request), view);

  for (const operation of [contract.readApplication, contract.readApplicationV1]) {
    route(app, operation, async ({ params, caller, request }) => {
      const view = await service.readApplication(platform, caller, params.application);
      const signing = await readSigning(platform.database.db, view.latest?.version);
      const { version, ...application } = presentApplication(baseOf(request), view);
      return {
        application: { ...application, ...signing, version: version && { ...version, ...signing } },
        ...signing,
      };
    });
  }

  for (const operation of [contract.listApplications, contract.listApplicationsV1]) {
    route(app, operation, async ({ query, caller, request, reply }) => {
      const page = await lists.listApplications(platform, caller, query);
      return sendList(reply, 'applications', page, listedFor(request));
    });
  }

  route(app, contract.listUserApplications, async ({ caller, request }) => {
    // For plain users it is their catalog in another form.
    if (caller.user.role === roles.user) await app.gatekeeper.assertTerms(caller);
    return { applications: (await lists.listUserApplications(platform, caller)).map(listedFor(request)) };
  });

  route(app, contract.listAppCatalogs, async ({ caller, request }) => ({
    app_catalogs: (await lists.listAppCatalogs(platform, caller)).map(listedFor(request)),
  }));

  route(app, contract.readApplicationStats, async ({ params, query, caller }) => ({
    app_stats: await readStatistics(platform, caller, params.application, query),
  }));
}

function registerVersions(app: FastifyInstance, platform: Platform): void {
  const versionFor = (request: FastifyRequest) => (version: VersionWithFile) =>
    presentVersion(getBaseUrl(request, platform.config), version);

  route(app, contract.listVersions, async ({ params, caller, request }) => ({
    versions: (await service.listVersions(platform, caller, params.application)).map(versionFor(request)),
  }));

  route(app, contract.listVersionsV3, async ({ params, query, caller, request }) => {
    const { start, count } = parsePage(query.page);
    const versions = await service.listVersions(platform, caller, params.application);
    return {
      versions: versions.slice(start, start + count).map(versionFor(request)),
      total_available: versions.length,
    };
  });

  route(app, contract.readVersion, async ({ params, caller, request }) => ({
    version: versionFor(request)(await service.readVersion(platform, caller, params.version)),
  }));

  route(app, contract.updateVersion, async ({ params, body, caller, request }) => ({
    version: versionFor(request)(await service.updateVersion(platform, caller, params.version, body)),
  }));
}

/** A request that carries a picture and nothing else. */
const PictureForm = Type.Object({});

function registerPictures(app: FastifyInstance, platform: Platform): void {
  const baseOf = (request: FastifyRequest) => getBaseUrl(request, platform.config);

  route(app, media.setIcon, async ({ params, caller, request }) =>
    withForm(
      request,
      platform.blobs,
      { schema: PictureForm, files: { icon_file: imageUpload } },
      async ({ files }) => ({
        path:
          baseOf(request) + (await pictures.setIcon(platform, caller, params.application, files.icon_file)),
      }),
    ),
  );

  route(app, media.setBanner, async ({ params, caller, request }) =>
    withForm(
      request,
      platform.blobs,
      { schema: PictureForm, files: { banner_file: imageUpload } },
      async ({ files }) => ({
        path:
          baseOf(request) +
          (await pictures.setBanner(platform, caller, params.application, files.banner_file)),
      }),
    ),
  );

  route(app, media.deleteBanner, async ({ params, caller }) => ({
    deleted: await pictures.deleteBanner(platform, caller, params.application),
  }));

  route(app, media.listRelatedMedia, async ({ params, caller, request }) => ({
    related_media: await pictures.listRelatedMedia(platform, caller, params.application, baseOf(request)),
  }));

  route(app, media.listScreenshots, async ({ params, caller, request }) => ({
    screenshots: await pictures.listScreenshots(platform, caller, params.application, baseOf(request)),
  }));
}

function registerScreenshots(app: FastifyInstance, platform: Platform): void {
  const baseOf = (request: FastifyRequest) => getBaseUrl(request, platform.config);
  const rules = { schema: PictureForm, files: { screenshot_file: imageUpload } };
  const forms = [
    ['phone', media.setPhoneScreenshot, media.deletePhoneScreenshot],
    ['tablet', media.setTabletScreenshot, media.deleteTabletScreenshot],
  ] as const;
  for (const [form, set, remove] of forms) {
    route(app, set, async ({ params, caller, request }) =>
      withForm(request, platform.blobs, rules, async ({ files }) => {
        const place = { form, slot: params.slot };
        return {
          path:
            baseOf(request) +
            (await pictures.setScreenshot(
              platform,
              caller,
              params.application,
              place,
              files.screenshot_file,
            )),
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

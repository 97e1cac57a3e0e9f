import { randomUUID } from 'node:crypto';
import type { Static } from 'typebox';
import type { NewApplication, NewVersion } from '../../../contract/application-fields.ts';
import { addApplication, addVersion } from '../../../contract/applications.ts';
import { type Assignment, addGroup, addGroupApplications, addGroupUsers } from '../../../contract/groups.ts';
import type { MetadataTemplate } from '../../../contract/metadata-template.ts';
import { updateOrganization } from '../../../contract/organizations.ts';
import { type ApkOptions, testApk } from '../../fixtures/apk.ts';
import { testIpa } from '../../fixtures/ipa.ts';
import type { UploadFile } from '../requests.ts';
import type { People, TestUser } from './people.ts';

export interface PublishedApplication {
  id: string;
  psk: number;
  versionId: string;
  versionNum: string;
  fileId: string;
}

/** Invented packages that differ in name and build: enough for what the catalog shows. */
export const apk = (bundleId: string, build = 1, more: ApkOptions = {}): Uint8Array =>
  testApk({
    ...more,
    manifest: { package: bundleId, versionCode: build, versionName: `${build}.0`, ...more.manifest },
  });
export const ipa = (bundleId: string, build = 1): Uint8Array =>
  testIpa({ bundleId, version: `${build}.0`, build: String(build), name: bundleId.split('.').at(-1) ?? '' });

/** Publishes an application over the interface, enabled unless `data` says otherwise. */
export async function publish(
  service: People,
  data: NewApplication,
  file?: UploadFile,
): Promise<PublishedApplication> {
  const { application } = await service.uploaded(addApplication, {
    token: service.admin.token,
    data: { enabled: true, ...data },
    ...(file && { files: { app_file: file } }),
  });
  return published(application);
}

/** Publishes another version of an application. */
export async function publishVersion(
  service: People,
  application: PublishedApplication,
  data: NewVersion,
  file?: UploadFile,
): Promise<PublishedApplication> {
  const answer = await service.uploaded(addVersion, {
    token: service.admin.token,
    params: { application: application.id },
    data,
    ...(file && { files: { app_file: file } }),
  });
  return published(answer.application);
}

type Answer = Static<typeof addApplication.response>['application'];

const published = ({ id, psk, version }: Answer): PublishedApplication => ({
  id,
  psk,
  versionId: version?.id ?? '',
  versionNum: version?.version_num ?? '',
  fileId: version?.install_file?.id ?? '',
});

/** Publish an Android application without code, and one for iOS. */
export const publishAndroid = (service: People, bundleId: string, data: NewApplication = {}) =>
  publish(service, { app_name: bundleId, ...data }, { bytes: apk(bundleId), name: 'app.apk' });
export const publishIos = (service: People, bundleId: string, data: NewApplication = {}) =>
  publish(service, { app_name: bundleId, ...data }, { bytes: ipa(bundleId), name: 'app.ipa' });
export const publishWeb = (service: People, name: string, data: NewApplication = {}) =>
  publish(service, { app_name: name, url: `https://${name.toLowerCase()}.example.org/`, ...data });

/** The codes of the warnings in an answer. */
export const codes = (warnings: readonly { error: string }[]): string[] => warnings.map(({ error }) => error);

/** Makes a group with applications and users. */
export async function makeGroup(
  service: People,
  name = `Group ${randomUUID().slice(0, 8)}`,
  content: { apps?: Assignment[]; users?: TestUser[] } = {},
): Promise<number> {
  const { group } = await service.ok(addGroup, {
    token: service.admin.token,
    body: {
      name,
      description: name,
      apps: (content.apps ?? []).map((assigned) => ({ is_assigned: true, is_latest: true, ...assigned })),
      users: { add_users: (content.users ?? []).map((user) => user.psk) },
    },
  });
  return group.psk;
}

export async function assign(service: People, group: number, ...apps: Assignment[]): Promise<void> {
  await service.ok(addGroupApplications, {
    token: service.admin.token,
    params: { group },
    body: { apps: apps.map((assigned) => ({ is_assigned: true, is_latest: true, ...assigned })) },
  });
}

export async function join(service: People, group: number, ...users: TestUser[]): Promise<void> {
  await service.ok(addGroupUsers, {
    token: service.admin.token,
    params: { group },
    body: { user_psk: users.map((user) => user.psk) },
  });
}

/** Sets the template for the custom metadata of the organization's applications. */
export const setTemplate = (
  service: People,
  application_custom_metadata_template: MetadataTemplate,
): Promise<unknown> =>
  service.ok(updateOrganization, {
    token: service.admin.token,
    params: { org_id: service.admin.orgId },
    body: { application_custom_metadata_template },
  });

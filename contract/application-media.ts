import { Type } from 'typebox';
import { nullable, output, PathIdentifier } from './common/fields.ts';
import { operation } from './common/operation.ts';

const ApplicationParams = Type.Object({ application: PathIdentifier });
const SlotParams = Type.Object({
  application: PathIdentifier,
  slot: Type.Integer({ minimum: 1, maximum: 5 }),
});
const shared = { area: 'applications', context: 'publisher', within: ['own_applications'] } as const;
const MediaPath = output({ path: Type.String() });

export const listRelatedMedia = operation({
  ...shared,
  name: 'listRelatedMedia',
  method: 'GET',
  path: '/v1/applications/:application/related_media/',
  params: ApplicationParams,
  response: output({
    related_media: Type.Array(
      output({ kind: Type.String(), slot: nullable(Type.Integer()), path: Type.String() }),
    ),
  }),
  source: 'document 2, Applications; payload as publicly known',
  summary: 'Icon, banner and screenshots of an application',
});

export const listScreenshots = operation({
  ...shared,
  name: 'listScreenshots',
  method: 'GET',
  path: '/v1/applications/:application/screenshots/',
  params: ApplicationParams,
  response: output({
    screenshots: output({
      phone: Type.Array(output({ slot: Type.Integer(), path: Type.String() })),
      tablet: Type.Array(output({ slot: Type.Integer(), path: Type.String() })),
    }),
  }),
  source: 'document 2, Applications; payload ours',
  summary: 'Screenshots by slot',
});

const screenshot = {
  ...shared,
  params: SlotParams,
  source: 'document 2, Applications; payload as publicly known',
} as const;
const upload = { ...screenshot, method: 'POST', files: ['screenshot_file'], response: MediaPath } as const;
const Deleted = output({ deleted: Type.Boolean() });
const removal = { ...screenshot, method: 'DELETE', response: Deleted } as const;

export const setPhoneScreenshot = operation({
  ...upload,
  name: 'setPhoneScreenshot',
  path: '/v1/applications/:application/screenshots/phone/:slot/',
  summary: 'Store a phone screenshot in a slot',
});
export const deletePhoneScreenshot = operation({
  ...removal,
  name: 'deletePhoneScreenshot',
  path: '/v1/applications/:application/screenshots/phone/:slot/',
  summary: 'Empty a phone screenshot slot',
});
export const setTabletScreenshot = operation({
  ...upload,
  name: 'setTabletScreenshot',
  path: '/v1/applications/:application/screenshots/tablet/:slot/',
  summary: 'Store a tablet screenshot in a slot',
});
export const deleteTabletScreenshot = operation({
  ...removal,
  name: 'deleteTabletScreenshot',
  path: '/v1/applications/:application/screenshots/tablet/:slot/',
  summary: 'Empty a tablet screenshot slot',
});

export const setIcon = operation({
  ...shared,
  name: 'setIcon',
  method: 'POST',
  path: '/v1/applications/:application/icon/',
  params: ApplicationParams,
  files: ['icon_file'],
  response: MediaPath,
  source: 'document 2, Applications; payload ours',
  summary: 'Replace the icon',
});

export const setBanner = operation({
  ...shared,
  name: 'setBanner',
  method: 'POST',
  path: '/v1/applications/:application/banner_image',
  params: ApplicationParams,
  files: ['banner_file'],
  response: MediaPath,
  source: 'document 2, Applications; payload ours',
  summary: 'Store a banner image',
});

export const deleteBanner = operation({
  ...shared,
  name: 'deleteBanner',
  method: 'DELETE',
  path: '/v1/applications/:application/banner_image',
  params: ApplicationParams,
  response: Deleted,
  source: 'document 2, Applications; payload ours',
  summary: 'Remove the banner image',
});

export const applicationMediaOperations = [
  listRelatedMedia,
  listScreenshots,
  setPhoneScreenshot,
  deletePhoneScreenshot,
  setTabletScreenshot,
  deleteTabletScreenshot,
  setIcon,
  setBanner,
  deleteBanner,
] as const;

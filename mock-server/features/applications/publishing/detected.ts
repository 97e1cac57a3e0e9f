import type { Static } from 'typebox';
import type { Hybrid } from '../../../../contract/application-fields.ts';
import type { Warning as WarningOfContract } from '../../../../contract/application-objects.ts';
import { type ApplicationType, type FormFactor, formFactors } from '../../../../contract/common/codes.ts';
import type { UploadedFile } from '../../../platform/http/multipart.ts';

export type Warning = Static<typeof WarningOfContract>;

/** What can be known of an application before anybody says more. */
export interface Detected {
  type: ApplicationType;
  /** Package name, bundle identifier, or what names it in its store. */
  bundleId: string | null;
  url: string | null;
  urlScheme: string | null;
  hybrid: Hybrid | null;
  name: string;
  versionNum: string | null;
  build: string | null;
  minOs: string | null;
  formFactor: FormFactor;
  isAdhoc: boolean;
  signed: boolean;
  /** PNG bytes, to be decoded again. */
  icon: Buffer | null;
  file: { upload: UploadedFile; mime: string; metadata: Record<string, unknown> | null } | null;
  warnings: Warning[];
}

/** What is detected where nothing is. */
export const undetected = {
  bundleId: null,
  url: null,
  urlScheme: null,
  hybrid: null,
  versionNum: null,
  build: null,
  minOs: null,
  formFactor: formFactors.phoneAndTablet,
  isAdhoc: false,
  signed: false,
  icon: null,
  file: null,
} as const;

import type { Hybrid } from '../../../../contract/application-fields.ts';
import { type ApplicationType, type FormFactor, formFactors } from '../../../../contract/common/codes.ts';
import type { Warning } from '../../../../contract/common/warnings.ts';
import type { UploadedFile } from '../../../platform/http/bodies/multipart.ts';
import type { Signer } from './signer.ts';

/** What the service itself finds out about an application. */
export interface Detected {
  type: ApplicationType;
  /** Package name, bundle identifier, or id in its public store. */
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
  /** What is wrong with the signature; null when nothing is, or when there is no signature. */
  signatureProblem: string | null;
  signer: Signer | null;
  /** A PNG as the service stores them. */
  icon: Buffer | null;
  file: { upload: UploadedFile; mime: string; metadata: Record<string, unknown> | null } | null;
  warnings: Warning[];
}

/** The values when nothing can be detected. */
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
  signatureProblem: null,
  signer: null,
  icon: null,
  file: null,
} as const;

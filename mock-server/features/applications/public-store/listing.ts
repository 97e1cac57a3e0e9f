import type { FormFactor } from '../../../../contract/common/codes.ts';
import type { ScreenshotRow } from '../store.ts';

/** What a public store says about an application. Texts are cleaned, but of any length; null or empty means unknown. */
export interface StoreListing {
  bundleId: string | null;
  name: string;
  versionNum: string;
  author: string;
  shortDescription: string;
  longDescription: string;
  /** What is new in the current version. */
  note: string;
  minOs: string | null;
  formFactor: FormFactor | null;
  /** Addresses of pictures, as the store wrote them. */
  icon: string | null;
  screenshots: { form: ScreenshotRow['form']; address: string }[];
}

/** The store answered, but not with the application that was asked for. */
export class StoreProblem extends Error {
  readonly code: 'store_unknown_app' | 'store_not_understood';

  constructor(code: StoreProblem['code'], message: string) {
    super(message);
    this.name = 'StoreProblem';
    this.code = code;
  }
}

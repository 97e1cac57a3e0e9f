import type { ErrorName } from '../../../contract/common/errors.ts';

/** Who did it, on which device, with which application: ids, null where there is none. */
export interface Subject {
  user: string | null;
  device?: string | null;
  application?: string | null;
  version?: string | null;
}

/** The fields that are recorded for each kind besides its subject. */
export interface Details {
  /** An attempt to sign in. `reason` names the error of one that failed. */
  sign_in: {
    /** `catalog`: on a device; `service`: for the interface; `password_change`; `application`: in an app with policies. */
    way: 'catalog' | 'service' | 'password_change' | 'application';
    succeeded: boolean;
    reason: ErrorName | null;
    /** Only of `application`: the user and device that the application named, where the subject does not have them. */
    said?: { user: string | null; device: string | null; version: string | null };
  };
  /** A package was signed; the subject's user asked for it. */
  signing: { credentials: string };
  /** The password of an administrator was changed; `by` is who changed it. */
  password_change: {
    way: 'self_service' | 'expired' | 'by_administrator' | 'invitation';
    by: string;
    /** The organization of who changed it: it may be one above. */
    by_org: string;
  };
  /** A person used the catalog on a device, for the first time in half an hour or more. */
  catalog_open: object;
  /** What changed in a reported inventory: the ids of applications, with the id of the version where it is known. */
  inventory_change: {
    installed: { application: string; version: string | null }[];
    removed: string[];
  };
  /** `like: null`: the review was deleted with its rating. */
  review: { like: 0 | 1 | null; text: boolean };
  /** The address of an application without a file was opened, `times` times since the last report. */
  address_open: { type: 'web' | 'store'; times: number };
}

export type Kind = keyof Details;

/** Something that happened. */
export type ActivityEvent = { [K in Kind]: { kind: K } & Subject & Details[K] }[Kind];

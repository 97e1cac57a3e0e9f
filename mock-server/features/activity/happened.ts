import type { ErrorName } from '../../../contract/common/errors.ts';

/** Who did it, where, and with what: ids, null where there is none. */
export interface Subject {
  user: string | null;
  device?: string | null;
  application?: string | null;
  version?: string | null;
}

/** What is recorded of each kind beside its subject. */
export interface Details {
  /** An attempt to sign in. `reason` names the error of one that failed. */
  sign_in: {
    /** `catalog`: on a device; `service`: for the interface; `password_change`; `application`: in an app with policies. */
    way: 'catalog' | 'service' | 'password_change' | 'application';
    succeeded: boolean;
    reason: ErrorName | null;
    /** `application` only: what the application said about who and where, unless the subject has them because they are known. */
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
  /** A person used the catalog on a device, after half an hour or more in which they did not. */
  catalog_open: object;
  /** What was reported otherwise than before: the ids of applications, with that of the version where it is known. */
  inventory_change: {
    installed: { application: string; version: string | null }[];
    removed: string[];
  };
  review: { like: 0 | 1; text: boolean };
  /** The address of an application without a file was opened, so often since it was told last. */
  address_open: { type: 'web' | 'store'; times: number };
}

export type Kind = keyof Details;

/** Something that happened. */
export type Happened = { [K in Kind]: { kind: K } & Subject & Details[K] }[Kind];

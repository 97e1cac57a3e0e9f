import type { CatalogVersion } from '../../../contract/catalog.ts';
import type { ErrorReason } from '../http/errors.ts';

/** The fields of a version that every list and page has. */
export type Version = Pick<CatalogVersion, 'id' | 'version_num'>;

/** Takes the place of a version's id where an application is installed and its version is not known. */
export const unknownVersion = 'unknown';

/** How far an installation has got that was handed to the device's own installer. */
export interface InstallAttempt {
  /** The id of the version. */
  version: string;
  number: string;
  /** `sent`: the link went to the system. `asked`: the person was asked whether it installed. `declined`: it did not. */
  state: 'sent' | 'asked' | 'declined';
  /** Milliseconds since 1970. */
  since: number;
}

/** What goes to the system for one application: its link, and the version that it installs. */
export interface Handover {
  link: string;
  version: Version;
}

/** That an application is wanted from the queue of installations. */
export interface InstallWish {
  /** The application's name, to speak of it without the catalog. */
  name: string;
  /** Its place in the queue: a number that grows. */
  order: number;
  /**
   * `waiting`: for its turn. `given`: to the system, which did not begin yet as far as is known. `failed`: it did not begin, for
   * `reason`; the person decides. `handed`: it began.
   */
  state: 'waiting' | 'given' | 'failed' | 'handed';
  /** What was given to the system last, as long as it is not known whether that began. */
  handover: Handover | null;
  reason: ErrorReason | null;
}

/** What is known about one application on this device, from the person or from the service. */
export interface InstallRecord {
  application: string;
  /** The id of the installed version, `unknownVersion` when only the application is known; null when not installed. */
  installed: string | null;
  /** Its version number, where that is known. */
  number?: string | undefined;
  attempt: InstallAttempt | null;
  wish?: InstallWish | undefined;
  /** When `installed` changed last, in milliseconds since 1970. */
  changed: number;
  /** Whether the service knows `installed`, or will by a row of the outbox. */
  reported: boolean;
}

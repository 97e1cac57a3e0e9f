import type { CatalogVersion } from '../../../contract/catalog.ts';
import type { ErrorReason } from './error-reason.ts';

/** The fields of a version that every list and page has. */
export type Version = Pick<CatalogVersion, 'id' | 'version_num'>;

/** In place of a version's id, where an application is installed in an unknown version. */
export const unknownVersion = 'unknown';

/** The state of an installation that was passed to the device's own installer. */
export interface InstallAttempt {
  /** The id of the version. */
  version: string;
  number: string;
  /**
   * `sent`: the system has the link. `asked`: the person was asked whether it was installed. `declined`: it was not.
   */
  state: 'sent' | 'asked' | 'declined';
  /** Milliseconds since 1970. */
  since: number;
}

/** What is passed to the system for one application: its link, and the version that it installs. */
export interface InstallLink {
  link: string;
  version: Version;
}

/** The wish to install an application, which puts it into the queue. */
export interface QueuedInstall {
  /** The application's name, so that it can be named without the catalog. */
  name: string;
  /** Its place in the queue: a number that grows. */
  order: number;
  /**
   * `waiting`: for its turn. `given`: passed to the system, which is not known to have begun. `failed`: the system did
   * not begin, for `reason`; the person decides. `handed`: it began.
   */
  state: 'waiting' | 'given' | 'failed' | 'handed';
  /** What was last passed to the system, until it is known whether that began. */
  handover: InstallLink | null;
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
  wish?: QueuedInstall | undefined;
  /** The last day for which the person continued without it: for which version, and until when by the service's clock. */
  deferral?: { version: string; until: number } | undefined;
  /** When `installed` changed last, in milliseconds since 1970. */
  changed: number;
  /** Whether the service knows `installed`, or will learn it from a row of the outbox. */
  reported: boolean;
}

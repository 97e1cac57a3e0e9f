import type { CatalogVersion } from '../../../contract/catalog.ts';

/** A version, as every list and page tells it. */
export type Version = Pick<CatalogVersion, 'id' | 'version_num'>;

/** Stands for the version of an installed application whose version nobody told. */
export const unknownVersion = 'unknown';

/** Where an installation stands that was handed to the device's own installer. */
export interface InstallAttempt {
  /** The id of the version. */
  version: string;
  number: string;
  /** `sent`: the link went to the system. `asked`: the person was asked whether it installed. `declined`: it did not. */
  state: 'sent' | 'asked' | 'declined';
  /** Milliseconds since 1970. */
  since: number;
}

/** What this device has of an application, as far as anybody told. */
export interface InstallRecord {
  application: string;
  /** The id of the installed version, `unknownVersion` when only the application is known; null when not installed. */
  installed: string | null;
  /** Its version number, where that is known. */
  number?: string | undefined;
  attempt: InstallAttempt | null;
  /** When `installed` changed last, in milliseconds since 1970. */
  changed: number;
  /** Whether the service was told, or will be by a row of the outbox. */
  reported: boolean;
}

import type { ErrorName } from '../../../contract/common/errors.ts';

export type ErrorKind =
  | 'refused'
  | 'session-ended'
  | 'rate-limited'
  | 'server'
  | 'offline'
  | 'unreachable'
  | 'foreign'
  | 'part-missing'
  | 'other-version'
  | 'not-opened'
  | 'old-password-needed'
  | 'not-begun';

/** Why something failed, as plain data. `unsupported`: this version of the catalog does not know the kind of write. */
export interface ErrorReason {
  kind: ErrorKind | 'unsupported';
  /**
   * The contract's name of the error; null where the service sent no error object, or one that this version does not
   * know.
   */
  name: ErrorName | null;
  /** When the service accepts another attempt (ms since 1970), if that is too long to wait for. Only shown. */
  retryAt?: number;
}

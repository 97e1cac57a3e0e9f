import type { SessionEnd } from '../../../contract/identity.ts';
import type { Vault } from '../storage/sealed/vault.ts';
import type { Account } from './account.ts';

/**
 * `locked`: the time of a person who does not stay signed in is over, and only their password opens the stored records.
 * `ended`: the stored records stay readable while the page asks for the password; `reason` is null when it is unknown.
 */
export type SessionState =
  | { phase: 'starting' }
  | { phase: 'signed-out'; userId: string | null }
  | { phase: 'locked'; name: string; vault: Vault }
  | { phase: 'signed-in'; account: Account }
  | { phase: 'ended'; account: Account; reason: SessionEnd | null };

export interface Credentials {
  userId: string;
  password: string;
  remember: boolean;
}

export interface PasswordChange {
  password: string;
  newPassword: string;
  /** Whether the person is signed out everywhere else. */
  endOthers: boolean;
}

import type { Flag, Json, Moment } from './columns.ts';
import type { PersonalTables } from './personal.ts';

/** The tables of this file, by name. */
export interface IdentityTables {
  users: UserTable;
  directory: DirectoryTable;
  attempts: AttemptTable;
  sign_in_places: SignInPlaceTable;
  tokens: TokenTable;
  ended_sessions: EndedSessionTable;
  invitations: InvitationTable;
}

/** Those of them whose rows are about a person. */
export const personalIdentityTables = {
  directory: { by: 'user', key: ['kind', 'key'], columns: ['kind', 'key'] },
  sign_in_places: { by: 'user', key: ['place'], columns: ['last'] },
  tokens: {
    by: 'user',
    key: ['id'],
    columns: ['id', 'kind', 'name', 'device', 'created', 'last_used', 'prune', 'address', 'agent', 'scopes'],
  },
  invitations: { by: 'user', key: ['user'], columns: ['expires', 'reset'] },
} satisfies PersonalTables<IdentityTables>;

interface UserTable {
  org_id: string;
  id: string;
  psk: number;
  user_id: string;
  email: string | null;
  first_name: string;
  last_name: string;
  /** The names in lower case: what lists search and sort by. */
  user_id_folded: string;
  email_folded: string | null;
  first_name_folded: string;
  last_name_folded: string;
  mobile_phone: string | null;
  role: 1 | 5 | 6 | 7 | 8 | 9;
  password_hash: string;
  /** JSON list of earlier hashes, newest first. */
  password_history: Json;
  password_changed: Moment;
  /**
   * Whether somebody else set the password, and whether the person has already signed in with it; null: they chose it
   * themself.
   */
  first_password: 'unused' | 'used' | null;
  created: Moment;
  modified: Moment;
  until: Moment | null;
  disabled: Flag;
  disabled_reason: number | null;
  /** When the user was disabled, or locked out for the last time; null: never. */
  disabled_on: Moment | null;
  status: 'enabled' | 'invited';
  last_login_from_catalog: Moment | null;
  custom_metadata: Json | null;
  locked_until: Moment | null;
  deleted: Moment | null;
  /** When everything personal in this row was overwritten. */
  erased: Moment | null;
  /** Grows with every change of what this user's catalogs show: groups, likes, downloads, inventory. */
  revision: number;
}

/**
 * Login names and e-mail addresses, unique over all organizations; keys are in lower case. `deleted_user_id` remembers the
 * last owner of a login name, so that sign-in can say that the account was deleted.
 */
interface DirectoryTable {
  kind: 'user_id' | 'email' | 'deleted_user_id';
  key: string;
  org_id: string;
  user: string;
}

/** Attempts at an account (from one known place, or from all others), at a name that nobody has, or from an address. */
interface AttemptTable {
  key: string;
  /** Attempts that were begun and have not ended yet; they count as failures until they do. */
  running: number;
  failures: number;
  /** When the failures are forgotten; null: not by time. */
  ends: Moment | null;
  last: Moment;
}

/** A network or device, as a hash, from which a person signed in. */
interface SignInPlaceTable {
  org_id: string;
  user: string;
  place: string;
  last: Moment;
}

interface TokenTable {
  org_id: string;
  /** SHA-256 of the secret, hexadecimal: a token has 256 random bits, so a fast hash is enough. */
  hash: string;
  id: string;
  kind: 'api' | 'user' | 'catalog';
  user: string;
  device: string | null;
  last_four: string;
  created: Moment;
  prune: Moment | null;
  /** Until when the session must be used, or it ends; null: it need not be used. */
  idle_ends: Moment | null;
  /** What its owner calls it. */
  name: string | null;
  last_used: Moment | null;
  /** The network address from which it was begun. */
  address: string | null;
  agent: string | null;
  /** JSON of what an API token is limited to; null: whatever its user may do. */
  scopes: Json | null;
}

/** Why a session ended early; only whoever has its token can ask. */
interface EndedSessionTable {
  org_id: string;
  /** The hash of its token. */
  hash: string;
  /** One of the contract's `sessionEnds`. */
  reason: string;
  /** When it would have ended by itself. */
  until: Moment;
}

/** The one valid link of a user that leads to a password; only its hash is kept. */
interface InvitationTable {
  org_id: string;
  user: string;
  hash: string;
  expires: Moment;
  /** 1: it resets a password; 0: it is an invitation. */
  reset: Flag;
}

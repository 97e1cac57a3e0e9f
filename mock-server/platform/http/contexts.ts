import type { RoleCode } from '../../../contract/common/codes.ts';

/** Who is calling, and for which organization the request acts. */
export interface Caller {
  /** The organization that the request acts on: the caller's own, or the one in `org/<org_id>`. */
  orgId: string;
  homeOrgId: string;
  user: { id: string; psk: number; role: RoleCode; userId: string };
  /**
   * Whether the person is disabled for non-compliance but signed in to the catalog: they see mandatory applications,
   * may install them and report that, and nothing else.
   */
  mustComply: boolean;
  token: {
    id: string;
    kind: 'api' | 'user' | 'catalog';
    hash: string;
    prune: string | null;
    /** When the person signed in; for an API token, when it was made. */
    since: string;
    /** What an API token is limited to; absent: whatever its user may do. */
    scopes?: readonly string[];
  };
  /** The current terms of the caller's own organization, if they have not accepted them. */
  unacceptedTerms: string | null;
}

/** A device paired with the calling user. */
export interface CallerDevice {
  id: string;
  operatingSystem: number;
  operatingSystemVersion: string | null;
  formFactor: number;
}

export interface DeviceCaller extends Caller {
  device: CallerDevice;
  /**
   * The revisions that were read together with the caller at the start of the request; null when other queries found
   * the caller.
   */
  revisions: CatalogRevisions | null;
}

/** The revisions that a person's catalog on a device depends on: as long as none changes, no answer changes. */
export interface CatalogRevisions extends OwnRevisions {
  catalog: number;
  activity: number;
}

/** The part of these revisions that belongs to the person and the device. */
export interface OwnRevisions {
  user: number;
  device: number;
}

/** Identifies a session on a device. */
export const getSessionKey = (token: { hash: string }, device: { id: string }): string =>
  `${token.hash} ${device.id}`;

/**
 * What the HTTP engine needs from the feature that knows users and devices. Each function throws a ServiceError to
 * refuse: `not_authenticated`, `account_disabled`, `device_unknown`, `organization_unknown`, `forbidden`.
 */
export interface Gatekeeper {
  /** The caller with a token. */
  authenticateToken(token: string): Promise<Caller>;
  /** The caller's device in the organization acted on: paired with the caller, and neither it nor the pairing disabled. */
  readDevice(caller: Caller, deviceId: string): Promise<CallerDevice>;
  /** The caller with a token, on a device in their own organization. */
  authenticateOnDevice(token: string, deviceId: string): Promise<DeviceCaller>;
  /** Those of these callers whose session has not ended, by key (`getSessionKey`), with their present revisions. */
  filterActive(callers: readonly DeviceCaller[]): Promise<Map<string, OwnRevisions>>;
  /** Refuses a person who has not accepted the terms of their organization: `terms_not_accepted`. */
  assertTerms(caller: Pick<Caller, 'homeOrgId' | 'unacceptedTerms'>): Promise<void>;
  /** Refuses a caller who signed in too long ago for what weakens security: `recent_sign_in_required`. */
  assertRecentSignIn(caller: Caller): Promise<void>;
  /** The caller acting on their own or a lower organization; document 1, Requests for affiliated organizations. */
  actOn(caller: Caller, orgId: string): Promise<Caller>;
  /** The caller and device for which a link of this service was made. */
  authenticateLink(linkToken: string, purpose: LinkPurpose): Promise<DeviceCaller>;
}

/** What a request uses a link for; the link's token must have been made for the same. */
export interface LinkPurpose {
  method: string;
  /** Path of the request, without the query. */
  path: string;
}

/** The caller's type by the context that an operation declares. */
export interface CallerOf {
  none: null;
  valid_user: Caller;
  administrator: Caller;
  publisher: Caller;
  user_and_device: DeviceCaller;
  query_token_and_device: DeviceCaller;
  direct_install: null;
}

import type { RoleCode } from '../../../contract/common/codes.ts';

/** Who is calling, and for which organization the request acts. */
export interface Caller {
  /** The organization that the request acts on: the caller's own, or the one in `org/<org_id>`. */
  orgId: string;
  homeOrgId: string;
  user: { id: string; psk: number; role: RoleCode; userId: string };
  /**
   * Disabled for non-compliance, and signed in to the catalog: they see what is mandatory, may install it and report that,
   * and nothing else.
   */
  mustComply: boolean;
  token: {
    id: string;
    kind: 'api' | 'user' | 'catalog';
    hash: string;
    prune: string | null;
    /** When its person signed in; of an API token, when it was made. */
    since: string;
    /** What an API token is limited to; absent: whatever its user may do. */
    scopes?: readonly string[];
  };
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
  /** As read together with the caller, at the start of the request; null when the caller was found by other queries. */
  revisions: CatalogRevisions | null;
}

/** The revisions that a person's catalog on a device depends on: as long as none changes, no answer changes. */
export interface CatalogRevisions extends OwnRevisions {
  catalog: number;
  activity: number;
}

/** The part of it that is the person's and the device's. */
export interface OwnRevisions {
  user: number;
  device: number;
}

/** Names a session on a device. */
export const sessionKey = (token: { hash: string }, device: { id: string }): string =>
  `${token.hash} ${device.id}`;

/**
 * What the HTTP engine needs from the feature that knows users and devices. Each function throws a ServiceError to refuse:
 * `not_authenticated`, `account_disabled`, `device_unknown`, `organization_unknown`, `forbidden`.
 */
export interface Gatekeeper {
  /** The caller behind a token. */
  byToken(token: string): Promise<Caller>;
  /** The caller's device in the organization acted on: paired with the caller, and neither it nor the pairing disabled. */
  device(caller: Caller, deviceId: string): Promise<CallerDevice>;
  /**
   * Tells caller and device, found in one look as most requests are; null where something is to be refused: `stepByStep` says what. It tells
   * by a call and not by a promise, since every request of a device waits for it.
   */
  known(
    token: string,
    deviceId: string,
    tell: (error: Error | null, caller: DeviceCaller | null) => void,
  ): void;
  /** Caller and device, one after the other, with the reason where something is to be refused. */
  stepByStep(token: string, deviceId: string): Promise<DeviceCaller>;
  /** `known`, and where it tells nothing `stepByStep`. */
  onDevice(token: string, deviceId: string): Promise<DeviceCaller>;
  /** Of these callers those whose session goes on, each by its key (`sessionKey`) with the revisions that it has now. */
  living(callers: readonly DeviceCaller[]): Promise<Map<string, OwnRevisions>>;
  /** Refuses who has not accepted the terms of their organization: `terms_not_accepted`. */
  assertTerms(
    caller: Pick<DeviceCaller, 'homeOrgId' | 'user'> & Partial<Pick<DeviceCaller, 'revisions'>>,
  ): Promise<void>;
  /** Whether it is known, without asking the database, that `assertTerms` refuses nothing. */
  hasAcceptedTerms(caller: DeviceCaller): boolean;
  /** The caller acting on their own or a lower organization; document 1, Requests for affiliated organizations. */
  actingOn(caller: Caller, orgId: string): Promise<Caller>;
  /** The caller and device that a link of this service was made for. */
  byLink(linkToken: string, purpose: LinkPurpose): Promise<DeviceCaller>;
}

/** What a request uses a link for; its token must have been made for the same. */
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

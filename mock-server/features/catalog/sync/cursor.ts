import { createHash, timingSafeEqual } from 'node:crypto';
import { type Static, Type } from 'typebox';
import { Check } from 'typebox/value';
import type { CatalogRevisions, DeviceCaller } from '../../../platform/http/contexts.ts';
import type { Secrets } from '../../../platform/secrets.ts';
import { eventId } from '../events/stream.ts';
import type { DeviceKind } from '../group-catalog.ts';

/** What the service must know about the client's state to find what has changed since. */
export interface Cursor {
  revisions: CatalogRevisions;
  /** Moment (ms) at which the counts were last sent. */
  numbersAt: number;
  /** What decides which applications suit the device. */
  kind: DeviceKind;
  groups: KeptGroups;
  /** The last application sent, while the complete catalog is sent in steps; null when that is finished. */
  after: string | null;
}

/** The person's groups; of many only a hash, which tells whether they are the same. */
export type KeptGroups = readonly string[] | string;

/** Most groups that a cursor lists; more would make it longer than what it saves. */
const mostGroups = 20;

export const keptGroups = (groups: readonly string[]): KeptGroups =>
  groups.length <= mostGroups
    ? groups
    : createHash('sha256').update(groups.join()).digest('base64url').slice(0, 22);

const purpose = 'catalog sync';

/**
 * As it is written behind the event of its state: activity revision, moment, system, form, system's version, whether only
 * what is mandatory is shown, groups, last id.
 */
const Written = Type.Tuple([
  Type.Integer(),
  Type.Integer(),
  Type.Integer(),
  Type.Integer(),
  Type.Union([Type.String(), Type.Null()]),
  Type.Boolean(),
  Type.Union([Type.Array(Type.String()), Type.String()]),
  Type.Union([Type.String(), Type.Null()]),
]);

/** Whose a cursor is: it is signed together with this, so it is nothing to anybody else, nor at another address. */
const ownerOf = ({ homeOrgId, user, device }: DeviceCaller, base: string): string =>
  `${homeOrgId} ${user.id} ${device.id} ${base}`;

/** 132 bits of the signature are enough, and keep answers short. */
const signed = (secrets: Secrets, caller: DeviceCaller, base: string, payload: string): string =>
  secrets.sign(purpose, `${ownerOf(caller, base)} ${payload}`).slice(0, 22);

function isEqual(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/**
 * The cursor as text, good for this caller and the address `base` that its entries' links begin with. It begins with the id of
 * the event of its state, by which a client knows whether it has what an event tells of.
 */
export function writeCursor(secrets: Secrets, caller: DeviceCaller, base: string, cursor: Cursor): string {
  const { revisions, numbersAt, kind, groups, after } = cursor;
  const written: Static<typeof Written> = [
    revisions.activity,
    numbersAt,
    kind.operatingSystem,
    kind.formFactor,
    kind.operatingSystemVersion,
    kind.mandatoryOnly,
    typeof groups === 'string' ? groups : [...groups],
    after,
  ];
  const payload = `${eventId(revisions)}.${Buffer.from(JSON.stringify(written)).toString('base64url')}`;
  return `${payload}.${signed(secrets, caller, base, payload)}`;
}

/** The cursor that a text names; null for none, another's, a forged one, or one of another version of the service. */
export function readCursor(
  secrets: Secrets,
  caller: DeviceCaller,
  base: string,
  text: string | undefined,
): Cursor | null {
  const [catalog, user, device, content, signature] = text?.split('.') ?? [];
  if (content === undefined || signature === undefined) return null;
  const payload = `${catalog}.${user}.${device}.${content}`;
  if (!isEqual(signature, signed(secrets, caller, base, payload))) return null;
  const written: unknown = JSON.parse(Buffer.from(content, 'base64url').toString());
  if (!Check(Written, written)) return null;
  const [activity, numbersAt, ...rest] = written;
  const [operatingSystem, formFactor, version, mandatoryOnly, groups, after] = rest;
  return {
    revisions: { catalog: Number(catalog), activity, user: Number(user), device: Number(device) },
    numbersAt,
    kind: { operatingSystem, formFactor, operatingSystemVersion: version, mandatoryOnly },
    groups,
    after,
  };
}

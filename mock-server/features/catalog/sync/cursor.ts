import { createHash, timingSafeEqual } from 'node:crypto';
import type { CatalogRevisions, DeviceCaller } from '../../../platform/http/contexts.ts';
import type { Secrets } from '../../../platform/secrets.ts';
import { formatEventId } from '../events/stream.ts';
import type { DeviceKind } from '../offers/device-kind.ts';

/** What the service must know about the client's state to find what has changed since. */
export interface Cursor {
  revisions: CatalogRevisions;
  /** Moment (ms) at which this state was read. It tells whether the state belongs to the database's history (`history.ts`). */
  at: number;
  /** Moment (ms) at which the counts were last sent. */
  numbersAt: number;
  /** What decides which applications suit the device. */
  kind: DeviceKind;
  groups: CursorGroups;
  /** The last application sent, while the complete catalog is sent in steps; null when that is finished. */
  after: string | null;
}

/** The person's groups; of many groups only a hash, which tells whether they are still the same. */
export type CursorGroups = readonly string[] | string;

/** Most groups that a cursor lists; with more, the cursor would be longer than what it saves. */
const maxListedGroups = 20;

export const toCursorGroups = (groups: readonly string[]): CursorGroups =>
  groups.length <= maxListedGroups
    ? groups
    : createHash('sha256').update(groups.join()).digest('base64url').slice(0, 22);

const purpose = 'catalog sync';

/**
 * Whom a cursor is for. It is part of what is signed, so a cursor is worthless for anybody else and at another address.
 */
const getCursorOwner = ({ homeOrgId, user, device }: DeviceCaller, base: string): string =>
  `${homeOrgId} ${user.id} ${device.id} ${base}`;

/** 96 bits of the signature are enough, since each guess needs a request; so requests and answers stay short. */
const signCursor = (secrets: Secrets, caller: DeviceCaller, base: string, payload: string): string =>
  secrets.sign(purpose, `${getCursorOwner(caller, base)} ${payload}`).slice(0, 16);

function isEqual(values: string, expected: string): boolean {
  const [left, right] = [Buffer.from(values), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/**
 * The cursor as text, valid for this caller and for the address `base` with which the links of its entries begin. Its
 * parts, separated by dots, need no encoding in an address. The first part is the id of the event of its state: by this
 * a client finds out whether it already has what an event reports. Then follow: activity revision, moment of the counts, kind of
 * device, groups, last id, moment, signature.
 */
export function writeCursor(secrets: Secrets, caller: DeviceCaller, base: string, cursor: Cursor): string {
  const { revisions, numbersAt, kind, groups, after, at } = cursor;
  const payload = [
    formatEventId(revisions),
    revisions.activity.toString(short),
    numbersAt.toString(short),
    encodeKind(kind),
    encodeGroups(groups),
    after === null ? '' : `-${after}`,
    // As a difference, which is shorter.
    (at - numbersAt).toString(short),
  ].join('.');
  return `${payload}.${signCursor(secrets, caller, base, payload)}`;
}

/** The base in which large numbers are written. */
const short = 36;

/**
 * One digit for the form factor, one for whether only mandatory applications are shown, the operating system; then its
 * version, when known.
 */
function encodeKind(kind: DeviceKind): string {
  const { formFactor, mandatoryOnly, operatingSystem, operatingSystemVersion: version } = kind;
  const written = `${formFactor}${Number(mandatoryOnly)}${operatingSystem}`;
  return version === null ? written : `${written}-${Buffer.from(version).toString('base64url')}`;
}

function readKind(text: string): DeviceKind {
  const [written = '', ...version] = text.split('-');
  return {
    operatingSystem: Number(written.slice(2)),
    formFactor: Number(written[0]),
    operatingSystemVersion:
      version.length === 0 ? null : Buffer.from(version.join('-'), 'base64url').toString(),
    mandatoryOnly: written[1] === '1',
  };
}

/** Ids in a row, which all have the same length; or a hash after a `-`, with which no id begins. */
const encodeGroups = (groups: CursorGroups): string =>
  typeof groups === 'string' ? `-${groups}` : groups.join('');

const readGroups = (text: string): CursorGroups =>
  text.startsWith('-') ? text.slice(1) : (text.match(/.{26}/g) ?? []);

/**
 * The cursor in a text; null for an empty text, another caller's cursor, a forged one, or one of another version of the
 * service.
 */
export function readCursor(
  secrets: Secrets,
  caller: DeviceCaller,
  base: string,
  text: string | undefined,
): Cursor | null {
  const parts = text?.split('.') ?? [];
  const signature = parts.pop() ?? '';
  if (!isEqual(signature, signCursor(secrets, caller, base, parts.join('.')))) return null;
  const [catalog, user, device, activity, numbersAt, kind, groups, after, at, ...more] = parts;
  if (activity === undefined || numbersAt === undefined || kind === undefined) return null;
  if (groups === undefined || after === undefined || at === undefined || more.length > 0) return null;
  return {
    revisions: {
      catalog: Number(catalog),
      activity: Number.parseInt(activity, short),
      user: Number(user),
      device: Number(device),
    },
    numbersAt: Number.parseInt(numbersAt, short),
    kind: readKind(kind),
    groups: readGroups(groups),
    after: after === '' ? null : after.slice(1),
    at: Number.parseInt(numbersAt, short) + Number.parseInt(at, short),
  };
}

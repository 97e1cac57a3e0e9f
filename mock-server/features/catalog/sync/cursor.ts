import { createHash, timingSafeEqual } from 'node:crypto';
import type { CatalogRevisions, DeviceCaller } from '../../../platform/http/contexts.ts';
import type { Secrets } from '../../../platform/secrets.ts';
import type { DeviceKind } from '../device-kind.ts';
import { eventId } from '../events/stream.ts';

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
 * Whom a cursor is for. It is part of what is signed, so a cursor is worthless for anybody else and at another address.
 */
const ownerOf = ({ homeOrgId, user, device }: DeviceCaller, base: string): string =>
  `${homeOrgId} ${user.id} ${device.id} ${base}`;

/** 96 bits of the signature are enough where each guess is a request, and keep requests and answers short. */
const signed = (secrets: Secrets, caller: DeviceCaller, base: string, payload: string): string =>
  secrets.sign(purpose, `${ownerOf(caller, base)} ${payload}`).slice(0, 16);

function isEqual(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/**
 * The cursor as text, good for this caller and the address `base` that its entries' links begin with: parts between dots, in
 * letters that an address carries as they are. It begins with the id of the event of its state, by which a client knows whether it
 * has what an event tells of. Then: activity revision, moment, kind of device, groups, last id, signature.
 */
export function writeCursor(secrets: Secrets, caller: DeviceCaller, base: string, cursor: Cursor): string {
  const { revisions, numbersAt, kind, groups, after } = cursor;
  const payload = [
    eventId(revisions),
    revisions.activity.toString(short),
    numbersAt.toString(short),
    writtenKind(kind),
    writtenGroups(groups),
    after === null ? '' : `-${after}`,
  ].join('.');
  return `${payload}.${signed(secrets, caller, base, payload)}`;
}

/** The base in which large numbers are written. */
const short = 36;

/** A digit for the form, one for whether only what is mandatory is shown, the system; then its version, when it is known. */
function writtenKind(kind: DeviceKind): string {
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

/** Ids one after the other, which all have the same length; a hash behind a `-`, which no id begins with. */
const writtenGroups = (groups: KeptGroups): string =>
  typeof groups === 'string' ? `-${groups}` : groups.join('');

const readGroups = (text: string): KeptGroups =>
  text.startsWith('-') ? text.slice(1) : (text.match(/.{26}/g) ?? []);

/** The cursor that a text names; null for none, another's, a forged one, or one of another version of the service. */
export function readCursor(
  secrets: Secrets,
  caller: DeviceCaller,
  base: string,
  text: string | undefined,
): Cursor | null {
  const parts = text?.split('.') ?? [];
  const signature = parts.pop() ?? '';
  if (!isEqual(signature, signed(secrets, caller, base, parts.join('.')))) return null;
  const [catalog, user, device, activity, numbersAt, kind, groups, after, ...more] = parts;
  if (activity === undefined || numbersAt === undefined || kind === undefined) return null;
  if (groups === undefined || after === undefined || more.length > 0) return null;
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
  };
}

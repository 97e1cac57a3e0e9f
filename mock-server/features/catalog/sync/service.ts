import type { CatalogSync } from '../../../../contract/sync.ts';
import type { JsonText } from '../../../platform/http/answers/json-text.ts';
import type { DeviceCaller } from '../../../platform/http/contexts.ts';
import { followersRound, ownRound } from '../../../platform/own-round.ts';
import type { Platform } from '../../../platform/services.ts';
import type { Offer } from '../listing.ts';
import type { PersonCatalog } from '../person-catalog.ts';
import { catalogReader } from '../reader.ts';
import { countsSince } from '../store.ts';
import { type Answer, type Asker, answerJson } from './answer.ts';
import { changesBetween } from './changes.ts';
import { type Cursor, keptGroups, readCursor } from './cursor.ts';
import { deltaOf } from './delta.ts';
import { isOfThisHistory } from './history.ts';

/** With more changes than this, the complete catalog is quicker to send. */
const mostChanges = 1_000;

export interface Asked extends Asker {
  cursor: string | undefined;
  /** Entries in one step. */
  count: number;
}

/**
 * The JSON of what changed in the caller's catalog since the cursor, or of the first step of the complete catalog; null
 * when nothing has changed. The revisions are read before the content, so that the content is at least as new: a newer
 * change may be sent twice, and none is missed.
 */
export async function syncJson(platform: Platform, asked: Asked): Promise<JsonText<CatalogSync> | null> {
  const { caller, base } = asked;
  const reader = catalogReader(platform);
  const at = Date.now();
  const revisions = caller.revisions ?? (await reader.revisions(caller));
  const sent = readCursor(platform.secrets, caller, base, asked.cursor);
  const isOurs = sent !== null && (await isOfThisHistory(platform, caller, sent));
  const cursor = isOurs ? sent : null;
  const numbersDue = cursor === null || at - cursor.numbersAt >= platform.config.limits.numbersEvery;
  const now: Omit<Cursor, 'groups'> = {
    revisions: numbersDue ? revisions : { ...revisions, activity: cursor.revisions.activity },
    numbersAt: numbersDue ? at : cursor.numbersAt,
    kind: kindOf(caller),
    after: null,
    at,
  };
  if (cursor !== null && isUnchanged(cursor, now)) return null;
  const then = typeof cursor?.groups === 'object' ? cursor.groups : [];
  const catalog = await reader.open(caller, revisions, then);
  await (cursor?.after === null ? followersRound() : ownRound());
  const state: Cursor = { ...now, groups: keptGroups(catalog.groups) };
  const answer =
    (cursor && (await continued(platform, caller, catalog, cursor, state, asked.count))) ??
    step(catalog, { ...state, after: '' }, state, asked.count);
  return answerJson(platform, asked, catalog, answer);
}

/** The answer that continues from the cursor; null when the complete catalog must be sent. */
async function continued(
  platform: Platform,
  caller: DeviceCaller,
  catalog: PersonCatalog,
  cursor: Cursor,
  now: Cursor,
  count: number,
): Promise<Answer | null> {
  if (cursor.after === null) return changed(platform, caller, catalog, cursor, now);
  // All steps of one load must be for the same groups and kind of device: otherwise something that an earlier step sent
  // might stay for good.
  return isSame(cursor.groups, now.groups) && isSame(cursor.kind, now.kind)
    ? step(catalog, cursor, now, count)
    : null;
}

/**
 * A step of the complete catalog: the next applications by id. The first step also contains the mandatory applications
 * of later steps. The cursor keeps the state of the first step, so that changes since then are sent after the last
 * step.
 */
function step({ shelf }: PersonCatalog, cursor: Cursor, now: Cursor, count: number): Answer {
  const { after } = cursor;
  const rest = shelf.byId.filter((offer) => after === null || idOf(offer) > after);
  const next = rest.slice(0, count);
  const isLast = rest.length === next.length;
  // The device may open nothing before it knows what is mandatory, so the first step contains all of that.
  const early =
    after === ''
      ? rest
          .slice(count)
          .filter(({ mandatory }) => mandatory)
          .slice(0, count)
      : [];
  return {
    whole: after === '',
    more: !isLast || !isSame(cursor.revisions, now.revisions),
    cursor: { ...cursor, after: isLast ? null : (next.slice(-1).map(idOf)[0] ?? null) },
    entries: [...next, ...early],
    own: [],
    numbers: [],
    gone: [],
  };
}

const idOf = ({ listing }: Offer): string => listing.application.id;

/** What changed since a complete state; null when that is not known, or when nearly everything changed. */
async function changed(
  platform: Platform,
  caller: DeviceCaller,
  catalog: PersonCatalog,
  then: Cursor,
  now: Cursor,
): Promise<Answer | null> {
  if (typeof then.groups === 'string' && then.groups !== now.groups) return null;
  const changes = await changesBetween(platform, caller, then.revisions, now.revisions);
  if (changes === null || now.revisions.activity < then.revisions.activity) return null;
  const groups = typeof then.groups === 'string' ? catalog.groups : then.groups;
  const before = catalog.shelfOf(groups, then.kind);
  const delta = deltaOf(before, catalog.shelf, changes);
  if (delta.entries.length + delta.own.length + delta.gone.length > mostChanges) return null;
  const told = new Set([...delta.entries, ...delta.own].map(idOf));
  const counted =
    now.revisions.activity === then.revisions.activity
      ? []
      : await countsSince(platform.database.db, caller.homeOrgId, then.revisions.activity);
  const numbers = counted
    .map(({ id }) => id)
    .filter((id) => !told.has(id) && catalog.shelf.of(id) !== undefined);
  return { whole: false, more: false, cursor: now, ...delta, numbers };
}

/** Whether nothing has changed; false while the complete catalog is being sent. */
const isUnchanged = (cursor: Cursor, now: Omit<Cursor, 'groups'>): boolean =>
  cursor.after === null && isSame(cursor.revisions, now.revisions) && isSame(cursor.kind, now.kind);

const isSame = <T>(left: T, right: T): boolean => JSON.stringify(left) === JSON.stringify(right);

const kindOf = ({ device, mustComply }: DeviceCaller): Cursor['kind'] => ({
  operatingSystem: device.operatingSystem,
  formFactor: device.formFactor,
  operatingSystemVersion: device.operatingSystemVersion,
  mandatoryOnly: mustComply,
});

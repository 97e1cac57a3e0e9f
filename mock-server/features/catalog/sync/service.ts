import type { CatalogSync } from '../../../../contract/sync.ts';
import type { DeviceCaller } from '../../../platform/http/contexts.ts';
import { joinOwnRound, runAsFollower } from '../../../platform/own-round.ts';
import type { CatalogContext } from '../catalog-context.ts';
import type { OfferSummary } from '../offers/summary.ts';
import { openCatalog, readCurrentRevisions } from '../open-catalog.ts';
import type { PersonCatalog } from '../person-catalog.ts';
import { listCountChangesSince } from '../store.ts';
import { type Answer, presentAnswer, type SyncCaller } from './answer.ts';
import { findChanges } from './changes.ts';
import { type Cursor, readCursor, toCursorGroups } from './cursor.ts';
import { computeDelta } from './delta.ts';
import { isFromThisHistory } from './history.ts';

/** With more changes than this, the complete catalog is quicker to send. */
const maxChanges = 1_000;

export interface SyncQuery extends SyncCaller {
  cursor: string | undefined;
  /** Entries in one step. */
  count: number;
}

/**
 * What changed in the caller's catalog since the cursor, or of the first step of the complete catalog; null
 * when nothing has changed. The revisions are read before the content, so that the content is at least as new: a newer
 * change may be sent twice, and none is missed.
 */
export async function syncCatalog(
  platform: CatalogContext,
  requested: SyncQuery,
): Promise<CatalogSync | null> {
  const { base } = requested;
  const at = Date.now();
  const revisions = requested.caller.revisions ?? (await readCurrentRevisions(platform, requested.caller));
  const caller = { ...requested.caller, revisions };
  const sent = readCursor(platform.secrets, caller, base, requested.cursor);
  const isOurs = sent !== null && (await isFromThisHistory(platform, caller, sent));
  const cursor = isOurs ? sent : null;
  const numbersDue = cursor === null || at - cursor.numbersAt >= platform.config.limits.numbersEvery;
  const now: Omit<Cursor, 'groups'> = {
    revisions: numbersDue ? revisions : { ...revisions, activity: cursor.revisions.activity },
    numbersAt: numbersDue ? at : cursor.numbersAt,
    kind: getKind(caller),
    after: null,
    at,
  };
  if (cursor !== null && isUnchanged(cursor, now)) return null;
  const present = () => buildAnswer(platform, { ...requested, caller }, cursor, now);
  if (cursor?.after === null) return runAsFollower(present);
  await joinOwnRound();
  return present();
}

/** The answer to a client whose state is `cursor`, null for none; it leads to the state `now`. */
async function buildAnswer(
  platform: CatalogContext,
  requested: SyncQuery,
  cursor: Cursor | null,
  now: Omit<Cursor, 'groups'>,
): Promise<CatalogSync> {
  const { caller, count } = requested;
  const catalog = await openCatalog(platform, caller);
  const state: Cursor = { ...now, groups: toCursorGroups(catalog.groups) };
  const shown = await catalog.listShown();
  const answer =
    (cursor && (await continueFrom(platform, { caller, catalog, shown }, cursor, state, count))) ??
    buildPage(shown, { ...state, after: '' }, state, count);
  return presentAnswer(platform, requested, catalog, answer);
}

/** The caller's catalog, and what it shows, by the ids of the applications. */
interface CurrentCatalog {
  caller: DeviceCaller;
  catalog: PersonCatalog;
  shown: readonly OfferSummary[];
}

/** The answer that continues from the cursor; null when the complete catalog must be sent. */
async function continueFrom(
  platform: CatalogContext,
  present: CurrentCatalog,
  cursor: Cursor,
  now: Cursor,
  count: number,
): Promise<Answer | null> {
  if (cursor.after === null) return buildChanges(platform, present, cursor, now);
  // All steps of one load must be for the same groups and kind of device: otherwise something that an earlier step sent
  // might stay for good.
  return isSame(cursor.groups, now.groups) && isSame(cursor.kind, now.kind)
    ? buildPage(present.shown, cursor, now, count)
    : null;
}

/**
 * A step of the complete catalog: the next applications by id. The first step also contains the mandatory applications
 * of later steps. The cursor keeps the state of the first step, so that changes since then are sent after the last
 * step.
 */
function buildPage(shown: readonly OfferSummary[], cursor: Cursor, now: Cursor, count: number): Answer {
  const { after } = cursor;
  const rest = shown.filter(({ application }) => after === null || application > after);
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
    cursor: { ...cursor, after: isLast ? null : (next.at(-1)?.application ?? null) },
    total: shown.length,
    entries: [...next, ...early],
    own: [],
    numbers: [],
    gone: [],
  };
}

/** What changed since a complete state; null when that is not known, or when nearly everything changed. */
async function buildChanges(
  platform: CatalogContext,
  { caller, catalog, shown }: CurrentCatalog,
  then: Cursor,
  now: Cursor,
): Promise<Answer | null> {
  if (typeof then.groups === 'string' && then.groups !== now.groups) return null;
  const changes = await findChanges(platform, caller, then.revisions, now.revisions);
  if (changes === null || now.revisions.activity < then.revisions.activity) return null;
  const groups = typeof then.groups === 'string' ? catalog.groups : then.groups;
  const isSameView = isSame(groups, catalog.groups) && isSame(then.kind, now.kind);
  const offers = indexByApplication(shown);
  const before = isSameView ? null : indexByApplication(await catalog.listOffers(groups, then.kind));
  const delta = computeDelta(before, offers, changes);
  if (delta.entries.length + delta.own.length + delta.gone.length > maxChanges) return null;
  const sent = new Set([...delta.entries, ...delta.own]);
  const counted =
    now.revisions.activity === then.revisions.activity
      ? []
      : await listCountChangesSince(platform.database.db, caller.homeOrgId, then.revisions.activity);
  const numbers = counted.flatMap(({ id }) => offers.get(id) ?? []).filter((offer) => !sent.has(offer));
  return { whole: false, more: false, cursor: now, total: shown.length, ...delta, numbers };
}

const indexByApplication = (offers: readonly OfferSummary[]): ReadonlyMap<string, OfferSummary> =>
  new Map(offers.map((offer) => [offer.application, offer]));

/** Whether nothing has changed; false while the complete catalog is being sent. */
const isUnchanged = (cursor: Cursor, now: Omit<Cursor, 'groups'>): boolean =>
  cursor.after === null && isSame(cursor.revisions, now.revisions) && isSame(cursor.kind, now.kind);

const isSame = <T>(left: T, right: T): boolean => JSON.stringify(left) === JSON.stringify(right);

const getKind = ({ device, mustComply }: DeviceCaller): Cursor['kind'] => ({
  operatingSystem: device.operatingSystem,
  formFactor: device.formFactor,
  operatingSystemVersion: device.operatingSystemVersion,
  mandatoryOnly: mustComply,
});

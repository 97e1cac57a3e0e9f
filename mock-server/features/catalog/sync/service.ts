import type { CatalogSync } from '../../../../contract/sync.ts';
import type { DeviceCaller } from '../../../platform/http/contexts.ts';
import { followersRound, ownRound } from '../../../platform/own-round.ts';
import type { CatalogContext } from '../catalog-context.ts';
import type { OfferSummary } from '../offers/summary.ts';
import { openCatalog, presentRevisions } from '../open-catalog.ts';
import type { PersonCatalog } from '../person-catalog.ts';
import { countsSince } from '../store.ts';
import { type Answer, type Asker, presentAnswer } from './answer.ts';
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
 * What changed in the caller's catalog since the cursor, or of the first step of the complete catalog; null
 * when nothing has changed. The revisions are read before the content, so that the content is at least as new: a newer
 * change may be sent twice, and none is missed.
 */
export async function sync(platform: CatalogContext, asked: Asked): Promise<CatalogSync | null> {
  const { base } = asked;
  const at = Date.now();
  const revisions = asked.caller.revisions ?? (await presentRevisions(platform, asked.caller));
  const caller = { ...asked.caller, revisions };
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
  await (cursor?.after === null ? followersRound() : ownRound());
  const catalog = await openCatalog(platform, caller);
  const state: Cursor = { ...now, groups: keptGroups(catalog.groups) };
  const shown = await catalog.shown();
  const answer =
    (cursor && (await continued(platform, { caller, catalog, shown }, cursor, state, asked.count))) ??
    step(shown, { ...state, after: '' }, state, asked.count);
  return presentAnswer(platform, asked, catalog, answer);
}

/** The caller's catalog, and what it shows, by the ids of the applications. */
interface Present {
  caller: DeviceCaller;
  catalog: PersonCatalog;
  shown: readonly OfferSummary[];
}

/** The answer that continues from the cursor; null when the complete catalog must be sent. */
async function continued(
  platform: CatalogContext,
  present: Present,
  cursor: Cursor,
  now: Cursor,
  count: number,
): Promise<Answer | null> {
  if (cursor.after === null) return changed(platform, present, cursor, now);
  // All steps of one load must be for the same groups and kind of device: otherwise something that an earlier step sent
  // might stay for good.
  return isSame(cursor.groups, now.groups) && isSame(cursor.kind, now.kind)
    ? step(present.shown, cursor, now, count)
    : null;
}

/**
 * A step of the complete catalog: the next applications by id. The first step also contains the mandatory applications
 * of later steps. The cursor keeps the state of the first step, so that changes since then are sent after the last
 * step.
 */
function step(shown: readonly OfferSummary[], cursor: Cursor, now: Cursor, count: number): Answer {
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
async function changed(
  platform: CatalogContext,
  { caller, catalog, shown }: Present,
  then: Cursor,
  now: Cursor,
): Promise<Answer | null> {
  if (typeof then.groups === 'string' && then.groups !== now.groups) return null;
  const changes = await changesBetween(platform, caller, then.revisions, now.revisions);
  if (changes === null || now.revisions.activity < then.revisions.activity) return null;
  const groups = typeof then.groups === 'string' ? catalog.groups : then.groups;
  const isSameView = isSame(groups, catalog.groups) && isSame(then.kind, now.kind);
  const offers = byApplication(shown);
  const before = isSameView ? null : byApplication(await catalog.offeredTo(groups, then.kind));
  const delta = deltaOf(before, offers, changes);
  if (delta.entries.length + delta.own.length + delta.gone.length > mostChanges) return null;
  const sent = new Set([...delta.entries, ...delta.own]);
  const counted =
    now.revisions.activity === then.revisions.activity
      ? []
      : await countsSince(platform.database.db, caller.homeOrgId, then.revisions.activity);
  const numbers = counted.flatMap(({ id }) => offers.get(id) ?? []).filter((offer) => !sent.has(offer));
  return { whole: false, more: false, cursor: now, total: shown.length, ...delta, numbers };
}

const byApplication = (offers: readonly OfferSummary[]): ReadonlyMap<string, OfferSummary> =>
  new Map(offers.map((offer) => [offer.application, offer]));

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

import type { CatalogHanded } from '../../../../contract/sync.ts';
import { type JsonText, jsonObject, jsonOf } from '../../../platform/http/answers/json-text.ts';
import type { DeviceCaller, OwnRevisions } from '../../../platform/http/contexts.ts';
import type { Platform } from '../../../platform/services.ts';
import { catalogReader } from '../reader.ts';
import { answerJson } from './answer.ts';
import { keptGroups } from './cursor.ts';
import { type Footing, footings } from './footings.ts';
import { changed, isSame } from './service.ts';

/** Most applications of which an event hands on the changes; when there are more, readers ask one after the other. */
const mostApplications = 5;

/** The changes, and the state to which they bring a catalog. */
export interface Handed {
  json: JsonText<CatalogHanded>;
  footing: Footing;
}

/**
 * What changed for everybody up to these revisions, which were read earlier: what a sync would answer. Null where only
 * the reader's own request can find out: its state is not known here, something of its own has changed, or there is too
 * much.
 */
export async function handedTo(
  platform: Platform,
  reader: DeviceCaller,
  { catalog: revision, ...own }: OwnRevisions & { catalog: number },
): Promise<Handed | null> {
  const known = footings(platform).of(reader);
  if (known === undefined || !isAhead(revision, own, known)) return null;
  const { base, cursor: then } = known;
  const { mandatoryOnly: mustComply, ...kind } = then.kind;
  // The revisions of person and device are the same, so groups and kind of device are too.
  const revisions = { ...then.revisions, catalog: revision };
  const caller = { ...reader, mustComply, device: { ...reader.device, ...kind }, revisions };
  const catalog = await catalogReader(platform).open(caller, revisions);
  const now = { ...then, revisions, at: Date.now(), groups: keptGroups(catalog.groups) };
  if (!isSame(now.groups, then.groups)) return null;
  const answer = await changed(platform, caller, catalog, then, now);
  if (answer === null || answer.entries.length + answer.own.length + answer.gone.length > mostApplications)
    return null;
  const json = jsonObject<CatalogHanded>({
    since: jsonOf(then.revisions.catalog),
    sync: answerJson(platform, { caller, base }, catalog, answer),
  });
  return { json, footing: { base, cursor: now } };
}

const isAhead = (catalog: number, { user, device }: OwnRevisions, { cursor: { revisions } }: Footing) =>
  revisions.catalog < catalog && revisions.user === user && revisions.device === device;

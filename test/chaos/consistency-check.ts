import { loadDeviceState } from '../../mock-server/features/catalog/facade.ts';
import type { Database } from '../../mock-server/platform/database/connect.ts';
import type { Entry, Field, Journal, Stay } from './journal.ts';
import { type LogRow, readLog } from './log.ts';

/** The failures, one sentence for each. */
export interface Faults {
  /** Acknowledged, but missing or different at the service. */
  lost: string[];
  /** Carried out more than once. */
  doubled: string[];
  /** Carried out after a later write of the same subject. */
  disordered: string[];
}

type Value = string | number | null;

/** Compares what people were promised with the history of the service's tables, and with the tables. */
export async function checkConsistency(database: Database, journal: Journal): Promise<Faults> {
  const rows = await readLog(database);
  const faults = checkLog(rows, journal);
  await checkTables(database, new Log(rows), faults);
  return faults;
}

/** Compares what people were promised with the history of the service's tables. */
export function checkLog(rows: readonly LogRow[], journal: Journal): Faults {
  const faults: Faults = { lost: [], doubled: [], disordered: [] };
  const log = new Log(rows);
  for (const [writer, entries] of byWriter(journal)) {
    const turns = log.turnsOf(writer);
    checkOrder(turns, faults);
    checkArrival(log, entries, journal, faults);
    const reported = effectsIn(entries).filter(({ field }) => field !== 'opened');
    for (const wrote of Map.groupBy(reported, keyOf).values()) checkField(log, turns, wrote, faults);
  }
  checkOpenings(log, journal, faults);
  return faults;
}

/** What was written from each database of a browser; what was not acknowledged is of the stay in which it was asked for. */
function byWriter({ entries }: Journal): Map<string, Entry[]> {
  const writersOf = new Map<Stay, Set<string>>();
  for (const { stay, acknowledgement } of entries)
    if (acknowledgement !== null)
      writersOf.set(stay, (writersOf.get(stay) ?? new Set()).add(acknowledgement.writer));
  const written = new Map<string, Entry[]>();
  for (const entry of entries)
    for (const writer of entry.acknowledgement === null
      ? (writersOf.get(entry.stay) ?? [])
      : [entry.acknowledgement.writer])
      written.set(writer, [...(written.get(writer) ?? []), entry]);
  return written;
}

/** The value that one write gave one field. */
interface Wrote {
  number: number;
  /** The number at the service; null when it was not acknowledged: it may still have been carried out. */
  order: number | null;
  item: string;
  field: Field;
  value: Value;
}

const effectsIn = (entries: readonly Entry[]): Wrote[] =>
  entries.flatMap(({ number, acknowledgement, effects }) =>
    effects.map((effect) => ({ number, order: acknowledgement?.order ?? null, ...effect })),
  );

const keyOf = ({ item, field }: Pick<Wrote, 'item' | 'field'>) => `${field} of ${item}`;

/** A write that the service took. */
type Turn = LogRow & { sequence: number; subject: string };

const isTurn = (row: LogRow): row is Turn => row.what === 'turn';

/** The log, by what is looked for. */
class Log {
  readonly #turns: Map<string | null, Turn[]>;
  readonly #turnsOn: Map<string | null, Turn[]>;
  readonly #reviews: Map<string, LogRow[]>;
  readonly #installed: Map<string, LogRow[]>;
  readonly #said: Map<string, LogRow[]>;
  /** By person and address. */
  readonly openings: Map<string, LogRow[]>;

  constructor(rows: readonly LogRow[]) {
    const of = (...what: LogRow['what'][]) => rows.filter((row) => what.includes(row.what));
    const byPerson = ({ person, item }: LogRow) => `${person} ${item}`;
    this.#turns = Map.groupBy(rows.filter(isTurn), ({ writer }) => writer);
    this.#turnsOn = Map.groupBy(rows.filter(isTurn), ({ device }) => device);
    this.#reviews = Map.groupBy(of('review'), byPerson);
    this.#installed = Map.groupBy(of('installed'), ({ device, item }) => `${device} ${item}`);
    this.#said = Map.groupBy(of('answer', 'reading'), byPerson);
    this.openings = Map.groupBy(of('opening'), byPerson);
  }

  turnsOf = (writer: string): readonly Turn[] => this.#turns.get(writer) ?? [];

  /** The number of the row with which the next turn of whatever writer on that device begins that is about a write. */
  nextTurn({ number, device }: Turn, about: Wrote): number {
    const turns = this.#turnsOn.get(device) ?? [];
    const next = turns.find((turn) => turn.number > number && isAbout(turn.subject, about));
    return next?.number ?? Number.POSITIVE_INFINITY;
  }

  /** What became of a field, and the turns of that subject on the device: for a failure's sentence. */
  history({ person, device }: Turn, about: Wrote): string {
    const { item, field } = about;
    const rows =
      field === 'installed'
        ? this.#installed.get(`${device} ${item}`)
        : (this.#reviews.get(`${person} ${item}`) ?? this.#said.get(`${person} ${item}`));
    const turns = (this.#turnsOn.get(device) ?? []).filter(({ subject }) => isAbout(subject, about));
    const all = [...(rows ?? []), ...turns].toSorted((a, b) => a.number - b.number);
    return all.map(lineOf).join(', ');
  }

  get turns(): number {
    return [...this.#turns.values()].reduce((sum, turns) => sum + turns.length, 0);
  }

  /** The reviews as they were left: the last row of each. */
  get lastReviews(): LogRow[] {
    return [...this.#reviews.values()].flatMap((rows) => rows.at(-1) ?? []);
  }

  get lastInstalled(): LogRow[] {
    return [...this.#installed.values()].flatMap((rows) => rows.at(-1) ?? []);
  }

  /** What a field was before a turn, and what it may have been after it; `until`: the number of the row with which the next turn begins. */
  around(turn: Turn, until: number, { item, field }: Wrote): { before: Value; after: Value[] } {
    if (field === 'installed') {
      const rows = this.#installed.get(`${turn.device} ${item}`) ?? [];
      const last = (end: number) => rows.findLast(({ number }) => number < end)?.version ?? null;
      return { before: last(turn.number), after: [last(until)] };
    }
    const own = ({ number, device }: LogRow) => number > turn.number && device === turn.device;
    if (field === 'like' || field === 'title') {
      const rows = this.#reviews.get(`${turn.person} ${item}`) ?? [];
      const place = rows.findIndex(own);
      return { before: rows[place - 1]?.[field] ?? null, after: [rows[place]?.[field] ?? null] };
    }
    // The same again leaves no row: then the person's other devices may have said it in the meantime.
    const rows = this.#said.get(`${turn.person} ${item}`) ?? [];
    const before = valueOf(rows.findLast(({ number }) => number < turn.number));
    const since = rows.filter(({ number }) => number > turn.number && number < until);
    const ownRow = since.find(own);
    return { before, after: ownRow ? [valueOf(ownRow)] : [before, ...since.map(valueOf)] };
  }
}

/** A row as a failure's sentence names it. */
function lineOf({ number, what, writer, sequence, device, like, version, accepted, title }: LogRow): string {
  const reported = what === 'turn' ? [writer, sequence] : [device, like ?? version ?? accepted, title];
  return [number, what, ...reported].join(' ');
}

/** What a row says of an answer, or of a message: 1 when it was read. */
function valueOf(row: LogRow | undefined): Value {
  if (row === undefined) return null;
  return row.what === 'reading' ? 1 : row.accepted;
}

/** No number appears twice, and none after a later one. */
function checkOrder(turns: readonly Turn[], { doubled, disordered }: Faults): void {
  for (const [subject, own] of Map.groupBy(turns, (turn) => turn.subject)) {
    let last = 0;
    for (const { sequence } of own) {
      if (sequence === last) doubled.push(`${subject}: ${sequence} was carried out twice`);
      if (sequence < last) disordered.push(`${subject}: ${sequence} came after ${last}`);
      last = sequence;
    }
  }
}

/** Each write was accepted, or a later one of its subject that includes it. */
function checkArrival(log: Log, entries: readonly Entry[], { writers }: Journal, { lost }: Faults): void {
  for (const { number, stay, acknowledgement } of entries) {
    if (acknowledgement === null) continue;
    const own = [...writers].flatMap(([writer, sentIn]) => (sentIn === stay ? writer : []));
    const turns = [acknowledgement.writer, ...own]
      .flatMap(log.turnsOf)
      .filter(({ subject }) => subject === acknowledgement.subject);
    if (turns.some(({ sequence }) => sequence >= acknowledgement.order)) continue;
    lost.push(
      `${acknowledgement.subject}: write ${number} on ${stay.device}, numbered ${acknowledgement.order}, never arrived`,
    );
  }
}

/** After each turn the field has the value of its last write until then; without one it is unchanged. */
function checkField(log: Log, turns: readonly Turn[], wrote: readonly Wrote[], faults: Faults): void {
  const [about] = wrote;
  if (about === undefined) return;
  const own = turns.filter(({ subject }) => isAbout(subject, about));
  let before = 0;
  for (const turn of own) {
    const upTo = (least: number, max: number) =>
      newest(wrote.filter(({ order }) => order !== null && order > least && order <= max));
    const inside = upTo(before, turn.sequence);
    const since = inside ?? upTo(0, before);
    // What was not acknowledged may be in it, unless it was asked for before what is known to be.
    const perhaps = wrote.filter(({ order, number }) => order === null && number > (since?.number ?? -1));
    const value = log.around(turn, log.nextTurn(turn, about), about);
    const allowed = [
      inside === undefined ? value.before : inside.value,
      ...perhaps.map((each) => each.value),
    ];
    if (!value.after.some((after) => allowed.includes(after))) {
      const reported = inside === undefined ? 'nothing' : `write ${inside.number}, numbered ${inside.order}`;
      const request = wrote.map(
        (each) => `${each.number} as ${each.order ?? 'not acknowledged'}: ${each.value}`,
      );
      const sentence = `${keyOf(about)}: ${value.after.join(' or ')} after turn ${turn.sequence} (row ${turn.number}; before it ${before}; ${reported}), not ${allowed.join(' or ')}; asked for: ${request.join(', ')}; the service's rows: ${log.history(turn, about)}`;
      (inside === undefined ? faults.doubled : faults.lost).push(sentence);
    }
    before = turn.sequence;
  }
}

/** The subjects under which something is said of an item. */
const subjects: Record<Field, (item: string) => string[]> = {
  like: (item) => [`rate:${item}`],
  title: (item) => [`rate:${item}`],
  installed: (item) => [`inventory:${item}`],
  accepted: (item) => [`terms:${item}`],
  read: () => ['messages'],
  opened: (item) => [`opening:${item}`],
};

const isAbout = (subject: string, { item, field }: Wrote) => subjects[field](item).includes(subject);

const newest = (wrote: readonly Wrote[]): Wrote | undefined =>
  wrote.toSorted((a, b) => a.number - b.number).at(-1);

/** Openings add up: each acknowledged one counts once, and an unacknowledged one at most once. */
function checkOpenings(log: Log, { entries }: Journal, { lost, doubled }: Faults): void {
  const request = entries.flatMap(({ stay, acknowledgement, effects }) =>
    effects.flatMap(({ item, field }) =>
      field === 'opened' ? { key: `${stay.person} ${item}`, isPromised: acknowledgement !== null } : [],
    ),
  );
  const byKey = Map.groupBy(request, ({ key }) => key);
  const people = new Set(entries.map(({ stay }) => stay.person));
  const counted = [...log.openings].flatMap(([key, [row]]) => (people.has(row?.person ?? '') ? key : []));
  for (const key of new Set([...byKey.keys(), ...counted])) {
    const own = byKey.get(key) ?? [];
    const promised = own.filter(({ isPromised }) => isPromised).length;
    const times = timesOf(log.openings.get(key) ?? []);
    const sentence = `openings of ${key}: ${times}, of ${own.length} asked for and ${promised} promised`;
    if (times < promised) lost.push(sentence);
    if (times > own.length) doubled.push(sentence);
  }
}

const timesOf = (rows: readonly LogRow[]): number =>
  rows.reduce((sum, { details }) => {
    const { times }: { times: number } = JSON.parse(details ?? '{"times":0}');
    return sum + times;
  }, 0);

/** Checks the tables: they equal the last rows of the log, every write has one key, and counts are right. */
async function checkTables({ db }: Database, log: Log, { lost, doubled }: Faults): Promise<void> {
  const reviews = await db.selectFrom('reviews').select(['user', 'application', 'like', 'title']).execute();
  const asText = (rows: unknown[][]) => rows.map((row) => row.join(' ')).sort();
  const written = asText(
    reviews.map(({ user, application, like, title }) => [user, application, like, title]),
  );
  const noted = log.lastReviews.map(({ person, item, like, title }) => [person, item, like, title]);
  if (written.join() !== asText(noted).join()) lost.push('reviews are not what was written last');

  const left = log.lastInstalled.filter(({ version }) => version !== null);
  const reported: unknown[][] = [];
  for (const { org_id, id } of await db.selectFrom('devices').select(['org_id', 'id']).execute()) {
    const { versions } = await loadDeviceState(db, org_id, id);
    for (const [application, version] of versions) reported.push([id, application, version.id]);
  }
  if (asText(reported).join() !== asText(left.map((row) => [row.device, row.item, row.version])).join())
    lost.push('what is installed is not what was written last');

  const { keys } = await db
    .selectFrom('idempotency')
    .select((select) => select.fn.countAll<number>().as('keys'))
    .executeTakeFirstOrThrow();
  if (Number(keys) !== log.turns) doubled.push(`${log.turns} writes were carried out for ${keys} keys`);

  const opened = await db
    .selectFrom('download_counts')
    .select((select) => select.fn.sum<number>('count').as('times'))
    .where('type', '=', 'web')
    .executeTakeFirstOrThrow();
  const openings = timesOf([...log.openings.values()].flat());
  if (Number(opened.times ?? 0) !== openings)
    doubled.push(`reports count ${opened.times} openings, not ${openings}`);

  const applications = await db
    .selectFrom('applications')
    .select(['id', 'num_likes', 'num_dislikes'])
    .execute();
  for (const { id, num_likes, num_dislikes } of applications) {
    const own = reviews.filter(({ application }) => application === id);
    const likes = own.filter(({ like }) => like === 1).length;
    if (num_likes !== likes || num_dislikes !== own.length - likes)
      doubled.push(
        `${id} counts ${num_likes} likes and ${num_dislikes} dislikes, not ${likes} and ${own.length - likes}`,
      );
  }
}

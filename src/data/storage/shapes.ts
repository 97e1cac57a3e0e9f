import type { StoreName } from './schema.ts';

type Check = (value: unknown) => boolean;

const text: Check = (value) => typeof value === 'string';
const number: Check = (value) => typeof value === 'number';
const flag: Check = (value) => typeof value === 'boolean';
const nullable =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
const arrayOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);

const record =
  (fields: Readonly<Record<string, Check>>): Check =>
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries(fields).every(([name, check]) => check(Reflect.get(value, name)));

const named = record({ id: text });

const version = record({
  id: text,
  app_name: text,
  version_num: text,
  short_description: text,
  long_description: text,
  icon_path: text,
});

const entry = record({
  id: text,
  type: number,
  author: text,
  categories: arrayOf(named),
  catalog_info: record({ has_update: flag }),
  version,
});

const generation = record({ store: text, cursor: text, size: number, total: number });

const entries = arrayOf(entry);

const coverLists = ['all', 'featured', 'popular', 'updates', 'downloaded', 'mandatory', 'installed'];

const states: readonly unknown[] = ['waiting', 'sending', 'refused', 'sent'];

const problem = record({ kind: text });

/**
 * What every value of a store must have so that it can be used, in every released version of the catalog: as much as
 * the screens need to be drawn. The contract's schemas would check more, but would have to be loaded before the first
 * screen.
 */
const shapes: Readonly<Record<StoreName, Check>> = {
  blocksA: entries,
  blocksB: entries,
  catalog: record({
    complete: nullable(generation),
    incoming: nullable(generation),
    savedAt: nullable(number),
    contains: arrayOf(text),
  }),
  cover: record({
    ...Object.fromEntries(coverLists.map((name) => [name, entries])),
    categories: arrayOf(named),
  }),
  documents: record({ operation: text, value: record({}), savedAt: number }),
  session: record({
    user: record({ id: text, user_id: text }),
    organization: named,
    device: named,
    remember: flag,
    token: nullable(text),
    expires: number,
  }),
  outbox: record({
    id: text,
    idempotencyKey: text,
    kind: text,
    subject: text,
    order: number,
    created: number,
    attempts: number,
    lastError: nullable(problem),
    state: (state) => states.includes(state),
    sentAt: nullable(number),
  }),
  writer: record({ id: text, last: number }),
  installs: record({
    application: text,
    installed: nullable(text),
    attempt: nullable(record({ version: text, state: text, since: number })),
    changed: number,
    reported: flag,
  }),
  drafts: (value) => record({})(value) && Object.values(Object(value)).every(text),
  settings: arrayOf(text),
  aside: record({ store: text, key: text, reason: text, at: number, reported: flag }),
};

/** Whether a value fits its store. */
export const matchesShape = (store: StoreName, value: unknown): boolean => shapes[store](value);

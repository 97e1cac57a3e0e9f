/**
 * Databases as every released version of the schema made and filled them. Frozen: it uses nothing of the catalog's
 * code, and is never changed. A newly released version is added below.
 */
import { xchacha20poly1305 } from '@noble/ciphers/chacha.js';

export const released = [1, 2, 3, 4, 5, 6, 7, 8] as const;
export type Released = (typeof released)[number];

/** The versions that encrypted the data of people who don't stay signed in. */
export const releasedSealed = [6, 7, 8] as const;

/** The version of the shared database that was released with each of them. */
export const sharedOf = { 1: 1, 2: 1, 3: 2, 4: 2, 5: 2, 6: 3, 7: 3, 8: 3 } as const;

const cacheOf: Record<Released, readonly string[]> = {
  1: ['pages', 'documents'],
  2: ['pages', 'documents'],
  3: ['pages', 'manifest', 'lists', 'documents'],
  4: ['pages', 'manifest', 'lists', 'documents'],
  5: ['blocksA', 'blocksB', 'catalog', 'cover', 'documents'],
  6: ['blocksA', 'blocksB', 'catalog', 'cover', 'documents'],
  7: ['blocksA', 'blocksB', 'catalog', 'cover', 'documents'],
  8: ['blocksA', 'blocksB', 'catalog', 'cover', 'documents'],
};
const keptOf: Record<Released, readonly string[]> = {
  1: ['session', 'outbox', 'installs', 'settings'],
  2: ['session', 'outbox', 'installs', 'settings'],
  3: ['session', 'outbox', 'installs', 'settings'],
  4: ['session', 'outbox', 'installs', 'settings', 'writer'],
  5: ['session', 'outbox', 'installs', 'settings', 'writer'],
  6: ['session', 'outbox', 'installs', 'settings', 'writer', 'drafts'],
  7: ['session', 'outbox', 'installs', 'settings', 'writer', 'drafts'],
  8: ['session', 'outbox', 'installs', 'settings', 'writer', 'drafts'],
};

/** What a device had got from the service: the answer to a sign-in, an entry of the catalog and what belongs to it. */
export interface Kept {
  user: { id: string };
  organization: { id: string };
  device: string;
  /** The browser's own name as a device. */
  browser: string;
  token: string | null;
  expires: number;
  remember: boolean;
  entry: object;
  application: string;
  version: string;
  terms: string;
  address: string;
  message: string;
}

/** The subject and the content of a row. */
type Said = { kind: string; subject: string; payload: object };

/** What each version could write that earlier ones could not; rows of the earlier ones remained in its outbox. */
const newIn = ({ application, version, terms, address, message }: Kept): Record<Released, Said[]> => ({
  1: [
    {
      kind: 'reviews.rate',
      subject: `rate:${application}`,
      payload: { application, like: 1, title: 'Good', comment: 'It is.' },
    },
  ],
  2: [],
  3: [{ kind: 'reviews.change', subject: `rate:${application}`, payload: { application, title: 'Better' } }],
  4: [
    {
      kind: 'inventory.change',
      subject: `inventory:${application}`,
      payload: { application, installed: version },
    },
  ],
  5: [],
  6: [],
  7: [
    { kind: 'terms.answer', subject: `terms:${terms}`, payload: { terms, application, accepted: true } },
    { kind: 'messages.read', subject: 'messages', payload: { messages: [message] } },
    // Two that were written together.
    { kind: 'opening.report', subject: `opening:${address}`, payload: { application: address, times: 2 } },
  ],
  8: [{ kind: 'support.report', subject: 'support:K7M2QX', payload: { reference: 'K7M2QX', text: 'Help.' } }],
});

/** The rows of the outbox: one that was refused, one that was interrupted, one that is done, and those that wait. */
export const rowsOf = (version: Released, kept: Kept) => {
  const { application } = kept;
  const problem = { kind: 'refused', name: 'forbidden', guid: null };
  const base = (id: string, order: number, made: Released = 1) => ({
    id,
    idempotencyKey: `0000000${version}-0000-4000-8000-00000000000${order}`,
    order,
    created: 1_700_000_000_000 + order,
    attempts: 0,
    ...(version < 4 && { nextAttempt: 0 }),
    ...(made >= 5 && { name: 'org.example.storm0' }),
    lastError: null,
    sentAt: null,
  });
  const said = newIn(kept);
  const waiting = released
    .filter((each) => each <= version)
    .flatMap((made) => said[made].map((write) => ({ made, write })));
  return [
    {
      ...base('refused', 1),
      kind: 'reviews.rate',
      subject: 'rate:gone',
      payload: { application: 'gone', like: 0 },
      state: 'refused',
      lastError: version < 4 ? { ...problem, message: 'No.' } : problem,
    },
    {
      ...base('interrupted', 2),
      kind: 'inventory.post',
      subject: 'inventory',
      payload: { applications: [{ id: application }] },
      state: 'sending',
      attempts: 1,
    },
    {
      ...base('done', 3),
      kind: 'reviews.rate',
      subject: 'rate:other',
      payload: { application: 'other', like: 1 },
      state: 'sent',
      sentAt: Date.now(),
    },
    ...waiting.map(({ made, write }, at) => ({
      ...base(write.kind, 4 + at, made),
      ...write,
      state: 'waiting',
    })),
  ];
};

type Records = Record<string, [key: string | number, value: unknown][]>;

/** Example records for each store of a version. */
function recordsOf(version: Released, kept: Kept): Records {
  const { user, organization, token, expires, remember, application, entry } = kept;
  const device = version === 1 ? { id: kept.device, udid: kept.device } : { id: kept.device };
  const attempt = { version: 'v2', ...(version > 1 && { number: '2.0' }), state: 'asked', since: 1 };
  const lists = { featured: [], popular: [], updates: [], downloaded: [], mandatory: [], installed: [] };
  const generation = { store: 'blocksA', cursor: 'released', size: 1, total: 1 };
  const savedAt = 1_700_000_000_000;
  const all: Records = {
    session: [['current', { user, organization, device, remember, token, expires, ended: null }]],
    outbox: rowsOf(version, kept).map((row) => [row.id, row]),
    writer: [['writer', { id: `writer-of-${version}`, last: 40 }]],
    installs: [[application, { application, installed: 'v1', attempt, changed: 1, reported: true }]],
    drafts: [['review', { title: 'Half a' }]],
    settings: [['recent-searches', ['depot', 'wiki']]],
    pages: [[0, [entry]]],
    manifest: [['all', [application]]],
    lists: [['featured', [application]]],
    blocksA: [['', [entry]]],
    blocksB: [],
    catalog: [['state', { kept: generation, begun: null, savedAt, contains: [] }]],
    cover: [['cover', { all: [entry], ...lists, categories: [] }]],
    documents: [
      ['/v3/messages/', { operation: 'listMessages', value: { messages: [] }, etag: null, savedAt }],
    ],
  };
  const stores = [...keptOf[version], ...cacheOf[version]];
  return Object.fromEntries(stores.map((store) => [store, all[store] ?? []]));
}

/** Makes the database of an account as that version of the schema did, with records in each store. */
export const makeReleased = (name: string, version: Released, kept: Kept): Promise<void> =>
  make(name, version, recordsOf(version, kept));

/**
 * The same, encrypted: each value is a nonce and the ciphertext of its JSON by XChaCha20-Poly1305, bound to its place.
 * Returns the entry about it in the shared database.
 */
export async function makeReleasedSealed(
  name: string,
  version: (typeof releasedSealed)[number],
  kept: Kept,
  password: string,
): Promise<Records> {
  const key = crypto.getRandomValues(new Uint8Array(32));
  const utf8 = new TextEncoder();
  const seal = (place: string, value: unknown) => {
    const nonce = crypto.getRandomValues(new Uint8Array(24));
    const sealed = xchacha20poly1305(key, nonce, utf8.encode(place)).encrypt(
      utf8.encode(JSON.stringify(value)),
    );
    return new Uint8Array([...nonce, ...sealed]);
  };
  const records = Object.entries(recordsOf(version, kept)).map(([store, all]) => [
    store,
    all.map(([at, value]) => [at, seal(`${store}/${at}`, value)]),
  ]);
  await make(`${name}-sealed`, version, Object.fromEntries(records));
  const vault = {
    person: { userId: 'somebody', name: 'Somebody', organization: 'Test Organization' },
    openers: [await opener(key, password)],
    sealed: true,
    lasts: 3600_000,
    waiting: 5,
    wrong: { count: 0, notBefore: 0 },
  };
  return { vaults: [['only', { [name]: vault }]], keys: [['only', {}]] };
}

/** A data key wrapped by a password: encrypted by AES-GCM with a key that PBKDF2 derives. */
async function opener(key: Uint8Array<ArrayBuffer>, password: string) {
  const salt = crypto.getRandomValues(new Uint8Array(16));
  const nonce = crypto.getRandomValues(new Uint8Array(12));
  const rounds = 600_000;
  const material = await crypto.subtle.importKey('raw', new TextEncoder().encode(password), 'PBKDF2', false, [
    'deriveKey',
  ]);
  const wrapping = await crypto.subtle.deriveKey(
    { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: rounds },
    material,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt'],
  );
  const wrapped = await crypto.subtle.encrypt({ name: 'AES-GCM', iv: nonce }, wrapping, key);
  return { kind: 'password', salt, rounds, nonce, wrapped: new Uint8Array(wrapped) };
}

/** Makes the shared database as a version did; `more` is put into its stores too. */
export function makeReleasedShared(
  name: string,
  version: 1 | 2 | 3,
  { browser, organization, user }: Pick<Kept, 'browser'> & Record<'organization' | 'user', { id: string }>,
  more: Records = {},
): Promise<void> {
  const values = {
    device: browser,
    current: { orgId: organization.id, userId: user.id },
    login: 'somebody',
  };
  if (version === 1) return make(name, 1, { values: Object.entries(values) });
  const branding = {
    operation: 'readBranding',
    value: { name: 'Test Organization' },
    etag: null,
    savedAt: 1_700_000_000_000,
  };
  const each = Object.entries({ ...values, branding }).map(([store, value]) => [store, [['only', value]]]);
  const records: Records = Object.fromEntries(each);
  if (version === 2) return make(name, 2, records);
  return make(name, 3, { ...records, endings: [['only', []]], vaults: [], keys: [], ...more });
}

async function make(name: string, version: number, records: Records): Promise<void> {
  const database = await made(name, version, Object.keys(records));
  const transaction = database.transaction(Object.keys(records), 'readwrite');
  for (const [store, all] of Object.entries(records))
    for (const [key, value] of all) transaction.objectStore(store).put(value, key);
  await new Promise((resolve, reject) => {
    transaction.addEventListener('complete', resolve);
    transaction.addEventListener('abort', () => reject(new Error('The fixture could not be written.')));
  });
  database.close();
}

const made = (name: string, version: number, stores: readonly string[]): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open(name, version);
    request.addEventListener('upgradeneeded', () => {
      for (const store of stores) request.result.createObjectStore(store);
    });
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(new Error('The fixture could not be made.')));
  });

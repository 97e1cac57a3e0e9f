/**
 * Databases as every released version of the schema made and filled them. Frozen: it uses nothing of the catalog's code, and
 * is never changed. A version that is released next is added below.
 */

export const released = [1, 2, 3, 4, 5, 6, 7] as const;
type Released = (typeof released)[number];

const cacheOf: Record<Released, readonly string[]> = {
  1: ['pages', 'documents'],
  2: ['pages', 'documents'],
  3: ['pages', 'manifest', 'lists', 'documents'],
  4: ['pages', 'manifest', 'lists', 'documents'],
  5: ['blocksA', 'blocksB', 'catalog', 'cover', 'documents'],
  6: ['blocksA', 'blocksB', 'catalog', 'cover', 'documents'],
  7: ['blocksA', 'blocksB', 'catalog', 'cover', 'documents'],
};
const keptOf: Record<Released, readonly string[]> = {
  1: ['session', 'outbox', 'installs', 'settings'],
  2: ['session', 'outbox', 'installs', 'settings'],
  3: ['session', 'outbox', 'installs', 'settings'],
  4: ['session', 'outbox', 'installs', 'settings', 'writer'],
  5: ['session', 'outbox', 'installs', 'settings', 'writer'],
  6: ['session', 'outbox', 'installs', 'settings', 'writer', 'drafts'],
  7: ['session', 'outbox', 'installs', 'settings', 'writer', 'drafts'],
};

/** What a device had of the service when it kept this: the answer to a sign-in, and an application. */
export interface Kept {
  user: object;
  organization: object;
  device: string;
  token: string;
  expires: number;
  application: string;
}

/** The rows of the outbox: one that waits, one that was refused, one that was interrupted and one that is done. */
const rowsOf = (version: Released, { application }: Kept) => {
  const problem = { kind: 'refused', name: 'forbidden', guid: null };
  const base = (id: string, order: number) => ({
    id,
    idempotencyKey: `0000000${version}-0000-4000-8000-00000000000${order}`,
    order,
    created: 1_700_000_000_000 + order,
    attempts: 0,
    ...(version < 4 && { nextAttempt: 0 }),
    lastError: null,
    sentAt: null,
  });
  const rate = { kind: 'reviews.rate', subject: `rate:${application}` };
  const rows = [
    {
      ...base('waits', 1),
      ...rate,
      payload: { application, like: 1, title: 'Good', comment: 'It is.' },
      state: 'waiting',
    },
    {
      ...base('refused', 2),
      ...rate,
      subject: 'rate:gone',
      payload: { application: 'gone', like: 0 },
      state: 'refused',
      lastError: version < 4 ? { ...problem, message: 'No.' } : problem,
    },
    {
      ...base('interrupted', 3),
      kind: 'inventory.post',
      subject: 'inventory',
      payload: { applications: [{ id: application }] },
      state: 'sending',
      attempts: 1,
    },
    {
      ...base('done', 4),
      ...rate,
      subject: 'rate:other',
      payload: { application: 'other', like: 1 },
      state: 'sent',
      sentAt: Date.now(),
    },
  ];
  return rows;
};

/** Makes the database of an account as that version of the schema did, with something in each store. */
export async function makeReleased(name: string, version: Released, kept: Kept): Promise<void> {
  const { user, organization, token, expires, application } = kept;
  const database = await made(name, version, [...keptOf[version], ...cacheOf[version]]);
  const stores = database.objectStoreNames;
  const transaction = database.transaction([...stores], 'readwrite');
  const put = (store: string, key: IDBValidKey, value: unknown) => {
    if (stores.contains(store)) transaction.objectStore(store).put(value, key);
  };
  const device = version === 1 ? { id: kept.device, udid: kept.device } : { id: kept.device };
  put('session', 'current', { user, organization, device, remember: true, token, expires, ended: null });
  for (const row of rowsOf(version, kept)) put('outbox', row.id, row);
  const attempt = { version: 'v2', ...(version > 1 && { number: '2.0' }), state: 'asked', since: 1 };
  put('installs', application, { application, installed: 'v1', attempt, changed: 1, reported: true });
  put('drafts', 'review', { title: 'Half a' });
  put('settings', 'recent-searches', ['depot', 'wiki']);
  put('writer', 'writer', { id: `writer-of-${version}`, last: 40 });
  // What is dropped at every change of the schema.
  put('pages', 0, [{ id: application }]);
  put('documents', '/branding', { value: {}, etag: null, savedAt: 1 });
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

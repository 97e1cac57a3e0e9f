/** IndexedDB, built into one script that runs once for each simulated world, on its event loop. */
export * from 'fake-indexeddb';

export type IndexedDb = typeof import('fake-indexeddb');

/** A complete IndexedDB in memory, for tests that run outside a browser. */
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';

// Test files of a worker share what they import, but must not share databases: an account that one left behind was
// there in the next.
globalThis.indexedDB = new IDBFactory();

/** A complete IndexedDB in memory, for tests that run outside a browser. */
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';

// The files of a worker share what they import, but not this: what one left there was somebody's account in the next.
globalThis.indexedDB = new IDBFactory();

/** A complete IndexedDB in memory, for tests that run outside a browser. Each test file has its own. */
import 'fake-indexeddb/auto';

import type { LRUCache } from 'lru-cache';
import { createLruCache } from '../lru-cache.ts';

/** Rows that this process has written, by a name: whoever would write one again looks here first. */
export type KnownRows = LRUCache<string, string>;

/** Most rows that are remembered; a forgotten one is written again, which changes nothing. */
const maxKnownRows = 20_000;

export const createKnownRows = (): KnownRows => createLruCache<string>(maxKnownRows);

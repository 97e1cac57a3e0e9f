import { useSyncExternalStore } from 'react';

/** A value that can be read and watched. */
interface Watched<T> {
  get(): T;
  subscribe(listener: () => void): () => void;
}

/** The current value; draws the component again when it changes. */
export const useObservable = <T>(watched: Watched<T>): T =>
  useSyncExternalStore(watched.subscribe, watched.get);

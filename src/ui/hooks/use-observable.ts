import { useSyncExternalStore } from 'react';

/** A value that can be read and watched. */
interface Observable<T> {
  get(): T;
  subscribe(listener: () => void): () => void;
}

/** The current value; draws the component again when it changes. */
export const useObservable = <T>(watched: Observable<T>): T =>
  useSyncExternalStore(watched.subscribe, watched.get);

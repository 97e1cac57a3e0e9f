/** A value that can be read and watched; fits `useSyncExternalStore` and a zustand store alike. */
export interface Observable<T> {
  get(): T;
  /** Calls the listener after every change; returns how to stop. */
  subscribe(listener: () => void): () => void;
}

/** An observable that its owner sets. */
export class Observed<T> implements Observable<T> {
  #value: T;
  readonly #listeners = new Set<() => void>();

  constructor(value: T) {
    this.#value = value;
  }

  get = (): T => this.#value;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Tells the listeners unless the value is the very same one. */
  set(value: T): void {
    if (Object.is(value, this.#value)) return;
    this.#value = value;
    for (const listener of this.#listeners) listener();
  }
}

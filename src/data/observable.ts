/** A value that can be read and watched; suits `useSyncExternalStore` and zustand stores. */
export interface Observable<T> {
  get(): T;
  /** Calls the listener after every change; returns a function that stops it. */
  subscribe(listener: () => void): () => void;
}

/** An observable that its owner sets. */
export class WritableObservable<T> implements Observable<T> {
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

  /** Sets the value and tells the listeners, unless it is the same value (`Object.is`). */
  set(value: T): void {
    if (Object.is(value, this.#value)) return;
    this.#value = value;
    for (const listener of this.#listeners) listener();
  }
}

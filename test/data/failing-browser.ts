/**
 * Makes the browser fail as real ones do; `mend` undoes it. A database that never answers behaves like one that another
 * page has locked.
 */

const mends: (() => void)[] = [];

/** Makes the browser work again. */
export function mend(): void {
  for (const undo of mends.splice(0).toReversed()) undo();
}

function replace<T extends object, K extends keyof T>(owner: T, name: K, other: (own: T[K]) => T[K]): void {
  const own = owner[name];
  owner[name] = other(own);
  mends.push(() => {
    owner[name] = own;
  });
}

/** No database can be opened. */
export function refuseDatabases(): void {
  replace(IDBFactory.prototype, 'open', () => () => {
    throw new DOMException('Refused for this test.', 'SecurityError');
  });
}

const damaged = () => new DOMException('Failed to read large IndexedDB value', 'DataError');

/** Reading a store throws, with every method. */
export function damageStore(store: string): void {
  const { prototype } = IDBObjectStore;
  replace(
    prototype,
    'get',
    (own) =>
      function (this: IDBObjectStore, key) {
        if (this.name === store) throw damaged();
        return own.call(this, key);
      },
  );
  replace(
    prototype,
    'getAll',
    (own) =>
      function (this: IDBObjectStore, ...args) {
        if (this.name === store) throw damaged();
        return own.apply(this, args);
      },
  );
  replace(
    prototype,
    'openCursor',
    (own) =>
      function (this: IDBObjectStore, ...args) {
        if (this.name === store) throw damaged();
        return own.apply(this, args);
      },
  );
}

/** Only reading all records of a store at once throws; of any store, or of these. */
export function damageGetAll(stores?: readonly string[]): void {
  replace(
    IDBObjectStore.prototype,
    'getAll',
    (own) =>
      function (this: IDBObjectStore, ...args) {
        if (stores === undefined || stores.includes(this.name)) throw damaged();
        return own.apply(this, args);
      },
  );
}

/** Writing to these stores fails for lack of room, until `isRoom` is true. */
export function fill(stores: readonly string[], isRoom: () => boolean = () => false): void {
  replace(
    IDBObjectStore.prototype,
    'put',
    (own) =>
      function (this: IDBObjectStore, ...args) {
        if (stores.includes(this.name) && !isRoom())
          throw new DOMException('No room for this test.', 'QuotaExceededError');
        return own.apply(this, args);
      },
  );
}

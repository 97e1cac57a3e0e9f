import { DoesNotOpenError } from './faults.ts';

/** Milliseconds after which a database that does not open counts as refused: some browsers never answer. */
const openingTime = 5_000;

/** Waits for a database to open. Throws a `DoesNotOpenError` when the browser refuses, or does not answer in time. */
export async function inTime<T>(opening: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new DoesNotOpenError('The database does not answer.')), openingTime);
  const refused = (cause: unknown) => {
    throw new DoesNotOpenError('The database is refused.', { cause });
  };
  return Promise.race([opening.catch(refused), promise]).finally(() => clearTimeout(timer));
}

import { ClientError } from '../data/http/errors.ts';
import type { Outcome } from './command.ts';
import { reportOf } from './problems.ts';

/**
 * Does something with each of several objects and says what happened, a line each. What is refused does not keep the others
 * from being done, and is told at the end; when the first is refused nothing else was to be done, so that is thrown.
 */
export async function each<T extends object>(
  objects: readonly T[],
  act: (object: T) => Promise<string>,
): Promise<Outcome> {
  const done: { object: T; text: string }[] = [];
  const failures: string[] = [];
  for (const object of objects) {
    try {
      done.push({ object, text: await act(object) });
    } catch (fault) {
      if (!(fault instanceof ClientError) || objects.length === 1) throw fault;
      failures.push(reportOf(fault).sentence);
    }
  }
  return { text: done.map(({ text }) => text).join('\n'), json: done.map(({ object }) => object), failures };
}

import { ClientError } from '../data/http/errors.ts';
import type { Outcome } from './command.ts';
import { reportOf } from './problems.ts';

/**
 * Acts on each of several objects and reports a line for each. One that is refused does not stop the others, and is
 * reported at the end; when there is only one object, its refusal is thrown.
 */
export async function forEachObject<T extends object>(
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

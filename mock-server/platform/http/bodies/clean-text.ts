import type { FastifyInstance } from 'fastify';
import { ServiceError } from '../../errors.ts';
import { addRequestHook } from '../sync-hooks.ts';
import { decodeText } from './charsets.ts';

const refuse = (message: string) => new ServiceError('invalid_input', message);

/**
 * What is wrong with a text that the databases can't return unchanged: PostgreSQL stores no NUL, and neither database
 * stores half a surrogate pair.
 */
function findTextProblem(text: string): string | null {
  if (text.includes('\0')) return 'Text may not contain a NUL character.';
  return text.isWellFormed() ? null : 'Text may not contain half of a surrogate pair.';
}

/** Whether a field name could be taken for the prototype of all objects by code that copies objects. */
const isPrototype = (name: string, value: unknown): boolean =>
  name === '__proto__' ||
  (name === 'constructor' &&
    typeof value === 'object' &&
    value !== null &&
    Object.hasOwn(value, 'prototype'));

function findNameProblem(name: string, value: unknown): string | null {
  return isPrototype(name, value) ? `A field may not be named ${name}.` : findTextProblem(name);
}

/** What is wrong with a value; `JsonMeter` has limited its depth. */
function findProblem(value: unknown): string | null {
  if (typeof value === 'string') return findTextProblem(value);
  // 1e400 is valid JSON, and would come back as null.
  if (typeof value === 'number' && !Number.isFinite(value)) return 'A number is too large.';
  if (typeof value !== 'object' || value === null) return null;
  for (const [name, item] of Object.entries(value)) {
    const problem = findNameProblem(name, item) ?? findProblem(item);
    if (problem !== null) return problem;
  }
  return null;
}

/** The refusal of parsed JSON that the databases could not return unchanged; null when they can. */
export function findJsonRefusal(value: unknown): ServiceError | null {
  const problem = findProblem(value);
  return problem === null ? null : refuse(problem);
}

/** The text of a body in this encoding, see `encodingOf`. Error: `invalid_input` when it is in another one. */
export function decodeBody(bytes: Buffer, encoding: string): string {
  const text = decodeText(bytes, encoding);
  if (text === null) throw refuse(`The request body is not in ${encoding.toUpperCase()}.`);
  return text;
}

/** Refuses addresses whose percent-encoded text is not UTF-8 or contains NUL. */
export function refuseUnreadableAddresses(app: FastifyInstance): void {
  addRequestHook(app, ({ raw: { url = '' } }) => {
    if (url.includes('%') && !isReadable(url))
      throw refuse('The address has a percent sign that encodes no text.');
    if (url.includes('%00')) throw refuse('Text may not contain a NUL character.');
  });
}

function isReadable(address: string): boolean {
  try {
    return decodeURIComponent(address) !== '';
  } catch {
    return false;
  }
}

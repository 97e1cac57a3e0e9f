import { Ajv } from 'ajv';
import addFormatsModule from 'ajv-formats';
import { ErrorBody } from '../../../contract/common/errors.ts';
import type { Operation } from '../../../contract/common/operation.ts';
import type { Answer } from '../../setup/answers.ts';
import type { World } from '../roles/world.ts';
import { marksOf } from './known.ts';
import type { Sent } from './send.ts';

const ajv = new Ajv({ strict: false });
addFormatsModule.default(ajv);

/** Statuses of answers in a form that `deliveries` names; each has another body than the declared one. */
const delivered: Record<NonNullable<Operation['deliveries']>[number], readonly number[]> = {
  manifest: [200],
  events: [200],
  lines: [200],
  redirect: [302],
  nothing: [204],
  accepted: [],
};

/** What is wrong with an answer, as a sentence; null when it is as the contract promises. */
export function faultOf(operation: Operation, { status, body }: Answer): string | null {
  if (status >= 500) return `it is answered with ${status}`;
  if (status >= 400) return faultOfRefusal(body);
  if (operation.deliveries?.some((form) => delivered[form].includes(status))) return null;
  if (status === 204) return body === '' ? null : '204 has a body';
  const statuses = [operation.status ?? 200, ...(operation.deliveries?.includes('accepted') ? [202] : [])];
  if (!statuses.includes(status)) return `it is answered with ${status}, which is not declared`;
  return ajv.validate(operation.response, body) ? null : `the answer breaks its schema: ${ajv.errorsText()}`;
}

/** Phrases of the validator's own messages, which no client may see. */
const ofTheValidator =
  /must (NOT|match|be equal to|be (string|integer|object|array|boolean|null|[<>]))|required property/;

function faultOfRefusal(body: unknown): string | null {
  if (!ajv.validate(ErrorBody, body)) return 'the refusal has no error object';
  const { message } = (body as ErrorBody).error;
  return ofTheValidator.test(message) ? `the refusal speaks as the validator does: ${message}` : null;
}

/**
 * What an answer reveals about an organization that is not the caller's to know: strangers, and for callers of a lower
 * organization the one beside it. What earlier requests of the world have named is no leak: logs show it too.
 */
export class Secrecy {
  readonly #world: World;
  readonly #named = new Set<string>();

  constructor(world: World) {
    this.#world = world;
  }

  leak(of: 'top' | 'middle', sent: Sent, { headers, body }: Answer): string | null {
    const { foreign, sibling } = this.#world;
    const marks = [...marksOf(foreign), ...(of === 'middle' ? marksOf(sibling) : [])];
    const request = `${sent.address} ${JSON.stringify(sent.headers)} ${bodyText(sent)}`;
    for (const mark of marks) if (request.includes(mark)) this.#named.add(mark);
    const reported = `${typeof body === 'string' ? body : JSON.stringify(body)} ${headers.get('location') ?? ''}`;
    const leaked = marks.find((mark) => reported.includes(mark) && !this.#named.has(mark));
    return leaked === undefined ? null : `the answer tells of another organization: ${leaked}`;
  }
}

/** The text of what was sent, without the bytes of files. */
export const bodyText = ({ body }: Sent): string =>
  typeof body === 'string' ? body : Buffer.from(body ?? []).toString('latin1');

import { Ajv } from 'ajv';
import addFormatsModule from 'ajv-formats';
import type { ErrorBody } from '../../contract/common/errors.ts';
import type { Operation } from '../../contract/common/operation.ts';
import type { ResponseOf } from '../../contract/common/request.ts';

const ajv = new Ajv({ strict: false });
addFormatsModule.default(ajv);

export interface Answer {
  status: number;
  headers: Headers;
  /** Parsed when the answer is JSON, otherwise text. */
  body: unknown;
}

/** The error object of a refusal, with the status and headers of its answer. */
export type Refusal = ErrorBody['error'] & Pick<Answer, 'status' | 'headers'>;

/** The body of an answer. Error: when the answer is not a success as the contract describes it. */
export function accepted<O extends Operation>(operation: O, answer: Answer): ResponseOf<O> {
  const { status, deliveries }: Operation = operation;
  const isAccepted = answer.status === 202 && deliveries?.includes('accepted') === true;
  if (answer.status !== (status ?? 200) && !isAccepted) {
    throw new Error(
      `${operation.name} answered ${answer.status}: ${JSON.stringify(answer.body).slice(0, 2000)}`,
    );
  }
  if (!ajv.validate(operation.response, answer.body)) {
    throw new Error(
      `${operation.name} breaks its contract: ${ajv.errorsText()} in ${JSON.stringify(answer.body).slice(0, 2000)}`,
    );
  }
  return answer.body as ResponseOf<O>;
}

/** The error object of an answer that must be a refusal of 4xx. */
export function refusal(answer: Answer): Refusal {
  const body = answer.body as Partial<ErrorBody>;
  if (answer.status < 400 || answer.status >= 500 || body.error === undefined) {
    throw new Error(
      `expected a refusal, got ${answer.status}: ${JSON.stringify(answer.body).slice(0, 2000)}`,
    );
  }
  return { status: answer.status, headers: answer.headers, ...body.error };
}

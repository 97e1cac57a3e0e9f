import {
  ClientError,
  OfflineError,
  RateLimitedError,
  RefusedError,
  UnreachableError,
} from '../data/http/errors.ts';

/** The exit codes, which the help lists. */
export const exitCodes = {
  ok: { code: 0, meaning: 'done' },
  refused: { code: 1, meaning: 'refused by the service, or the named object does not exist' },
  wrongUse: { code: 2, meaning: 'wrong arguments, or a file that cannot be read' },
  notAllowed: { code: 3, meaning: 'not signed in, or the account may not do this' },
  network: { code: 4, meaning: 'the service cannot be reached, or is too busy: try again later' },
  failed: { code: 5, meaning: 'the service, or this program, failed' },
  interrupted: { code: 130, meaning: 'interrupted' },
} as const;

type Ending = keyof typeof exitCodes;

/** A failure that this program finds by itself; the message says what is wrong and what to do. */
export class Problem extends Error {
  readonly ending: Ending;

  constructor(ending: Ending, message: string, options?: ErrorOptions) {
    super(message, options);
    this.ending = ending;
  }
}

export const usageError = (message: string, cause?: unknown): Problem =>
  new Problem('wrongUse', message, { cause });
export const interruptedError = (): Problem => new Problem('interrupted', 'Interrupted.');

export interface Report {
  code: number;
  sentence: string;
}

/** The exit code and the sentence for anything thrown. */
export function reportOf(fault: unknown): Report {
  const [ending, sentence] = explain(fault);
  return { code: exitCodes[ending].code, sentence };
}

function explain(fault: unknown): [Ending, string] {
  const problem = findProblem(fault);
  if (problem !== null) return [problem.ending, problem.message];
  if (fault instanceof RateLimitedError)
    return ['network', `${fault.message} Try again in ${Math.ceil(fault.retryAfter)} s.`];
  if (fault instanceof RefusedError) return explainRefusal(fault);
  if (fault instanceof UnreachableError || fault instanceof OfflineError) {
    return ['network', `${fault.message} ${describeNetworkFailure(fault)}`];
  }
  if (fault instanceof ClientError) return ['failed', `The service failed: ${fault.message}`];
  return ['failed', fault instanceof Error ? (fault.stack ?? fault.message) : String(fault)];
}

function explainRefusal({ message, refusal }: RefusedError): [Ending, string] {
  const support = `(error ${refusal.code}; for support: ${refusal.guid})`;
  if (refusal.name === 'not_authenticated') {
    return [
      'notAllowed',
      `The token is not valid: sign in with appshelf login, or set APPSHELF_TOKEN. ${support}`,
    ];
  }
  const notAllowed = refusal.status === 401 || refusal.status === 403;
  return [notAllowed ? 'notAllowed' : 'refused', `${message} ${support}`];
}

/** The `Problem` among a fault and its causes: one that occurs while a request reads its file is the cause of its failure. */
function findProblem(fault: unknown): Problem | null {
  for (let error = fault; error instanceof Error; error = error.cause) {
    if (error instanceof Problem) return error;
  }
  return null;
}

/** What the codes of errors about untrusted certificates contain. */
const untrusted = /CERT|SIGNATURE|ISSUER/;

/** Why the service did not answer, with the system's own error where there is one, and what to do. */
function describeNetworkFailure(fault: Error): string {
  const cause = findSystemError(fault);
  if (cause === null) return 'Check the address and the network, then try again.';
  if (untrusted.test(cause.code)) {
    return `(${cause.code}) Its certificate is not trusted here: name your authority's certificate in NODE_EXTRA_CA_CERTS.`;
  }
  const statement = cause.syscall === undefined ? cause.code : cause.message;
  return `(${statement}) Check the address and the network, then try again.`;
}

type SystemError = Error & { code: string; syscall?: string };
const isSystemError = (error: Error): error is SystemError =>
  'code' in error && typeof error.code === 'string';

/** The first cause with a code. A host with several IP addresses fails with an `AggregateError` of one error for each. */
function findSystemError(fault: Error): SystemError | null {
  for (let error: unknown = fault.cause; error instanceof Error; error = error.cause) {
    const [first] = error instanceof AggregateError ? (error.errors as unknown[]) : [];
    const found = first instanceof Error ? first : error;
    if (isSystemError(found)) return found;
  }
  return null;
}

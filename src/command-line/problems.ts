import {
  ClientError,
  OfflineError,
  RateLimitedError,
  RefusedError,
  UnreachableError,
} from '../data/errors.ts';

/** How the program ends; the help lists them. */
export const exitCodes = {
  ok: { code: 0, meaning: 'done' },
  refused: { code: 1, meaning: 'refused: by the service, or because what was named does not exist' },
  wrongUse: { code: 2, meaning: 'wrong use of this program, or a file that cannot be read' },
  notAllowed: { code: 3, meaning: 'not signed in, or the account may not do this' },
  network: { code: 4, meaning: 'the service cannot be reached, or is too busy: try again later' },
  failed: { code: 5, meaning: 'the service, or this program, failed' },
  interrupted: { code: 130, meaning: 'interrupted' },
} as const;

type Ending = keyof typeof exitCodes;

/** An end that this program itself decides on; the message says what happened and what to do. */
export class Problem extends Error {
  readonly ending: Ending;

  constructor(ending: Ending, message: string, options?: ErrorOptions) {
    super(message, options);
    this.ending = ending;
  }
}

export const wrongUse = (message: string, cause?: unknown): Problem =>
  new Problem('wrongUse', message, { cause });
export const interrupted = (): Problem => new Problem('interrupted', 'Interrupted.');

export interface Report {
  code: number;
  sentence: string;
}

/** What a thrown value means to who called the program. */
export function reportOf(fault: unknown): Report {
  const [ending, sentence] = explain(fault);
  return { code: exitCodes[ending].code, sentence };
}

function explain(fault: unknown): [Ending, string] {
  if (fault instanceof Problem) return [fault.ending, fault.message];
  if (fault instanceof RateLimitedError)
    return ['network', `${fault.message} It may be tried again in ${Math.ceil(fault.retryAfter)} s.`];
  if (fault instanceof RefusedError) return explainRefusal(fault);
  if (fault instanceof UnreachableError || fault instanceof OfflineError)
    return [
      'network',
      `${fault.message} ${reasonOf(fault)}Check the address and the network, then try again.`,
    ];
  if (fault instanceof ClientError) return ['failed', `The service failed: ${fault.message}`];
  return ['failed', fault instanceof Error ? (fault.stack ?? fault.message) : String(fault)];
}

function explainRefusal({ message, refusal }: RefusedError): [Ending, string] {
  const support = `(error ${refusal.code}, for support: ${refusal.guid})`;
  if (refusal.name === 'not_authenticated') {
    return [
      'notAllowed',
      `The token is not valid: sign in with appshelf login, or set APPSHELF_TOKEN. ${support}`,
    ];
  }
  const notAllowed = refusal.status === 401 || refusal.status === 403;
  return [notAllowed ? 'notAllowed' : 'refused', `${message} ${support}`];
}

/** The system's own word for why nothing answered, as `ECONNREFUSED` or a fault of the certificate. */
function reasonOf(fault: Error): string {
  for (let error: unknown = fault.cause; error instanceof Error; error = error.cause) {
    const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
    if (code !== undefined) return `(${code}) `;
  }
  return '';
}

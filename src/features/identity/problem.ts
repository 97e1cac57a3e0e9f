import {
  type ClientError,
  isBusy,
  isOwnFault,
  RateLimitedError,
  RefusedError,
} from '../../data/http/errors.ts';
import { UnlockError } from '../../data/session/unlock-errors.ts';
import type { IdentityWords } from './messages.ts';

/** Why signing in failed, in the person's language. */
export interface Problem {
  /** What happened. */
  title: string;
  /** What is not lost, and what to do. */
  text: string;
  /** Whether only the organization can help: then show how to reach it. */
  contact?: boolean;
  /** Whether the error is unexpected: then show the codes for support. */
  details?: boolean;
  /** Whether only reloading the page can help. */
  reload?: boolean;
}

interface Context {
  words: IdentityWords;
  /** Formats the time of a moment. */
  time: (at: Date) => string;
  /** Whether the user ID was typed too, so that it may be wrong. */
  userIdTyped: boolean;
}

/** The problem to show for an error of signing in. */
export function signInProblem(error: ClientError, context: Context): Problem {
  const words = context.words.problem;
  if (error instanceof RateLimitedError) {
    return {
      title: words.tooMany,
      text: words.tooManyHelp({ minutes: Math.max(1, Math.ceil(error.retryAfter / 60)) }),
    };
  }
  if (error instanceof RefusedError) return describeRefusal(error, context);
  if (error.kind === 'offline') return { title: words.offline, text: words.offlineHelp };
  if (error.kind === 'unreachable') return { title: words.unreachable, text: words.unreachableHelp };
  if (error.kind === 'foreign') return { title: words.foreign, text: words.foreignHelp };
  if (error instanceof UnlockError) {
    const seconds = Math.ceil(error.wait / 1000);
    const text = seconds > 0 ? words.waitSeconds({ count: seconds }) : words.wrongPasswordHelp;
    return { title: words.notOpened, text };
  }
  if (error.kind === 'part-missing')
    return { title: words.incomplete, text: words.incompleteHelp, reload: true };
  if (isBusy(error)) return { title: words.busy, text: words.busyHelp };
  if (isOwnFault(error)) return { title: words.page, text: words.pageHelp, details: true, reload: true };
  return { title: words.server, text: words.serverHelp, details: true };
}

function describeRefusal(
  error: RefusedError,
  { words: { problem: words }, time, userIdTyped }: Context,
): Problem {
  switch (error.errorName) {
    case 'wrong_credentials':
      return userIdTyped
        ? { title: words.wrong, text: words.wrongHelp }
        : { title: words.wrongPassword, text: words.wrongPasswordHelp };
    case 'account_locked':
      return { title: describeLock(error, words, time), text: words.lockedHelp };
    case 'account_disabled':
      return { title: words.disabled, text: words.accountHelp, contact: true };
    case 'account_deleted':
      return { title: words.deleted, text: words.accountHelp, contact: true };
    case 'first_password_ended':
      return { title: words.firstEnded, text: words.firstEndedHelp, contact: true };
    case 'device_unknown':
      return { title: words.device, text: words.accountHelp, contact: true };
    case 'https_required':
      return { title: words.https, text: words.httpsHelp };
    default:
      return { title: words.refused, text: words.refusedHelp, details: true };
  }
}

function describeLock(error: RefusedError, words: IdentityWords['problem'], time: Context['time']): string {
  const until = new Date(String(error.details?.locked_until));
  return Number.isNaN(until.getTime()) ? words.lockedSoon : words.locked({ time: time(until) });
}

/** Whether the password was right but has expired, and must be changed first. */
export const isExpired = (error: ClientError | null): boolean =>
  error instanceof RefusedError && error.errorName === 'password_expired';

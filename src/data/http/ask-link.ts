import { OfflineError, RefusedError, UnreachableError } from './errors.ts';
import { notOurs } from './failure.ts';
import { isOffline } from './offline.ts';
import { isOurs } from './whose.ts';

/** Milliseconds that a person waits before a download. */
const timeout = 10_000;

/**
 * Asks the service, without fetching anything, whether a link of its own still opens: what the system's installer is told
 * to fetch must not turn out as an error page. Errors: `ClientError`.
 */
export async function askLink(link: string): Promise<void> {
  const { pathname, search } = new URL(link);
  // Asked by the page's own address, the only one that it may ask, also where links name another one of the service.
  const answer = await fetch(pathname + search, {
    method: 'HEAD',
    cache: 'no-store',
    credentials: 'omit',
    signal: AbortSignal.timeout(timeout),
  }).catch((cause: unknown) => {
    if (isOffline()) throw new OfflineError('There is no network.', { cause });
    throw new UnreachableError('The service does not answer.', { cause });
  });
  if (!isOurs(answer) || answer.status >= 500) throw notOurs(answer);
  if (!answer.ok) throw refused(answer.status);
}

/** An answer to HEAD has no body that would say more. */
const refused = (status: number) =>
  new RefusedError({
    status,
    code: 0,
    name: null,
    message: `The link is refused: HTTP ${status}`,
    guid: '',
    details: null,
  });

import { errorHeader } from '../../../contract/common/service-mark.ts';
import { startedHeader } from '../../../contract/downloads.ts';
import type { Client } from './client.ts';
import { getNameOfCode, RefusedError } from './errors.ts';
import { toForeignError } from './failure.ts';
import { isFromService } from './is-from-service.ts';

/** What a link of the service leads to. */
export interface LinkTarget {
  /** Where it ends after redirects: the address of a file. */
  address: string;
  /** Whether a download was begun with this address. */
  isStarted: boolean;
}

/**
 * Asks the service where one of its links leads, without fetching anything: an address for the system's installer must
 * not turn out to be an error page. Errors: `ClientError`.
 */
export async function checkServiceLink(client: Pick<Client, 'head'>, link: string): Promise<LinkTarget> {
  const { pathname, search } = new URL(link);
  // Asked at the page's own address, which is the only one that it may ask, even where links name another address of
  // the service.
  const answer = await client.head(pathname + search);
  if (!isFromService(answer) || answer.status >= 500) throw toForeignError(answer);
  if (!answer.ok) throw toRefusedError(answer);
  return { address: answer.url, isStarted: answer.headers.get(startedHeader.header) === startedHeader.value };
}

/** The error of a refused HEAD, whose answer has no body with details. */
function toRefusedError({ status, headers }: Response): RefusedError {
  const code = Number(headers.get(errorHeader) ?? 0);
  const message = `The link is refused: HTTP ${status}`;
  return new RefusedError({ status, code, name: getNameOfCode(code), message, guid: '', details: null });
}

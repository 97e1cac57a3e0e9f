import { errorHeader } from '../../../contract/common/service-mark.ts';
import { begunMark } from '../../../contract/downloads.ts';
import type { Client } from './client.ts';
import { errorName, RefusedError } from './errors.ts';
import { notOurs } from './failure.ts';
import { isOurs } from './whose.ts';

/** What a link of the service leads to. */
export interface LinkTarget {
  /** Where it ends after redirects: the address of a file. */
  address: string;
  /** Whether a download was begun with this address. */
  begun: boolean;
}

/**
 * Asks the service where one of its links leads, without fetching anything: an address for the system's installer must
 * not turn out to be an error page. Errors: `ClientError`.
 */
export async function askLink(client: Pick<Client, 'head'>, link: string): Promise<LinkTarget> {
  const { pathname, search } = new URL(link);
  // Asked at the page's own address, which is the only one that it may ask, even where links name another address of
  // the service.
  const answer = await client.head(pathname + search);
  if (!isOurs(answer) || answer.status >= 500) throw notOurs(answer);
  if (!answer.ok) throw refused(answer);
  return { address: answer.url, begun: answer.headers.get(begunMark.header) === begunMark.value };
}

/** The error of a refused HEAD, whose answer has no body with details. */
function refused({ status, headers }: Response): RefusedError {
  const code = Number(headers.get(errorHeader) ?? 0);
  const message = `The link is refused: HTTP ${status}`;
  return new RefusedError({ status, code, name: errorName(code), message, guid: '', details: null });
}

import type { readCatalogApplication } from '../../../contract/catalog.ts';
import type { ResponseOf } from '../../../contract/common/request.ts';
import type { listUserPairings } from '../../../contract/devices.ts';
import type { readPrivacy } from '../../../contract/inspections.ts';
import type { listMessages } from '../../../contract/messages.ts';
import type { readBranding } from '../../../contract/organizations.ts';
import type { listReviews } from '../../../contract/reviews.ts';
import type { readHelp } from '../../../contract/support.ts';
import type { readMyApplicationTerms, readMyTerms } from '../../../contract/terms.ts';

/** The operations whose answers are kept for reading offline, by name. */
export interface CachedOperations {
  listMessages: typeof listMessages;
  listReviews: typeof listReviews;
  listUserPairings: typeof listUserPairings;
  readBranding: typeof readBranding;
  readCatalogApplication: typeof readCatalogApplication;
  readHelp: typeof readHelp;
  readPrivacy: typeof readPrivacy;
  readMyTerms: typeof readMyTerms;
  readMyApplicationTerms: typeof readMyApplicationTerms;
}
export type CachedOperationName = keyof CachedOperations;

/** An operation whose answers are kept; its name identifies it. */
export type CachedOperation<N extends CachedOperationName> = CachedOperations[N] & { readonly name: N };
export type CachedAnswer<N extends CachedOperationName> = ResponseOf<CachedOperations[N]>;

/**
 * A cached answer of the service. `savedAt`: when it was requested, in milliseconds since 1970, for display. `contains`:
 * the ids of the writes that the service had by then; earlier versions stored none.
 */
export interface CachedDocument<N extends CachedOperationName = CachedOperationName> {
  operation: N;
  value: CachedAnswer<N>;
  etag: string | null;
  savedAt: number;
  contains?: readonly string[];
}

/** Whether a document is an answer of this operation. */
export const isAnswerTo = <N extends CachedOperationName>(
  name: N,
  document: CachedDocument,
): document is CachedDocument<N> => document.operation === name;

import type { Warning } from '../../../../contract/common/warnings.ts';
import { OutgoingError } from '../../../platform/outgoing/outgoing-error.ts';
import type { StoreProblem } from './listing.ts';

const fallbackSentence =
  'The application has the details that you sent. To read the store later, post to this application again.';

/** The warning that nothing could be read from the store. Details, such as addresses inside the network, are only logged. */
export function storeWarning(error: OutgoingError | StoreProblem): Warning {
  const code = getCode(error);
  return { error: code, message: `${sentences[code]} ${fallbackSentence}` };
}

function getCode(error: OutgoingError | StoreProblem): keyof typeof sentences {
  if (!(error instanceof OutgoingError)) return error.code;
  if (error.status === 404 || error.status === 410) return 'store_unknown_app';
  return error.reason === 'wrong_type' || error.reason === 'damaged'
    ? 'store_not_understood'
    : 'store_not_reached';
}

const sentences = {
  store_not_reached: 'The store could not be reached, or did not answer in time.',
  store_unknown_app: 'The store has no such application in the country of this address.',
  store_not_understood: 'The answer of the store could not be read.',
};

/** The settings switch reading public stores off. */
export const storeDisabledWarning: Warning = {
  error: 'store_not_asked',
  message: `This service does not read public stores. ${fallbackSentence}`,
};

/** Document 2, App type, still has this type, although the store's pages are gone. */
export const storeClosedWarning: Warning = {
  error: 'store_closed',
  message: 'The Windows Phone store has closed, so nothing can be read from it. Send the details yourself.',
};

export const picturesMissingWarning = (count: number): Warning => ({
  error: 'store_picture_not_read',
  message: `${count} of the store’s pictures could not be fetched. You can upload pictures of your own.`,
});

/** An address with `market:` opens only on Android. */
export const marketAddress: Warning = {
  error: 'market_address',
  message:
    'An address with market: opens only on Android. It was replaced by the same page at play.google.com.',
};

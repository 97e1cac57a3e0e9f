import { OutgoingError } from '../../../platform/outgoing/outgoing-error.ts';
import type { Warning } from '../publishing/detected.ts';
import type { StoreProblem } from './listing.ts';

const instead =
  'What you send and what is here already counts. To read the store later, post to this application again.';

/** The store said nothing that can be used. Addresses inside the network are for the log, not for the publisher. */
export function storeWarning(error: OutgoingError | StoreProblem): Warning {
  const code = codeOf(error);
  return { error: code, message: `${sentences[code]} ${instead}` };
}

function codeOf(error: OutgoingError | StoreProblem): keyof typeof sentences {
  if (!(error instanceof OutgoingError)) return error.code;
  if (error.status === 404 || error.status === 410) return 'store_unknown_app';
  return error.reason === 'wrong_type' || error.reason === 'damaged'
    ? 'store_not_understood'
    : 'store_not_reached';
}

const sentences = {
  store_not_reached: 'The store could not be reached, or did not answer in time.',
  store_unknown_app: 'The store has no such application in the country of this address.',
  store_not_understood: 'The store answered in a way that cannot be read.',
};

/** The settings say that no store is asked. */
export const notAsked: Warning = {
  error: 'store_not_asked',
  message: `This service asks no store. ${instead}`,
};

/** Its type is still in document 2, App type, though its pages answer no more. */
export const storeClosed: Warning = {
  error: 'store_closed',
  message: 'The Windows Phone store has closed, so nothing can be read from it. What you send counts.',
};

export const picturesMissing = (count: number): Warning => ({
  error: 'store_picture_not_read',
  message: `${count} of the store’s pictures could not be had. You can upload pictures of your own.`,
});

/** Such an address opens on Android alone. */
export const marketAddress: Warning = {
  error: 'market_address',
  message: 'An address of market: opens on Android alone. It is kept as the same page at play.google.com.',
};

import type { ReadTransaction } from './storage.ts';

/** The ids of the rows that the service has. */
export const listSentIds = async (transaction: ReadTransaction): Promise<string[]> =>
  (await transaction.all('outbox')).flatMap(({ id, state }) => (state === 'sent' ? id : []));

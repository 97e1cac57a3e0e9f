import type { Platform } from '../../platform/services.ts';
import { renewLedger } from './ledger.ts';

/** Encrypts the ledger of all chains with the current secret. */
export const renewAudit = ({ database, secrets }: Platform): Promise<void> =>
  database.trail((tx) => renewLedger(tx, secrets));

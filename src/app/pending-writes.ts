import { deferralWrite } from '../data/installs/deferral-write.ts';
import { inventoryWrite } from '../data/installs/inventory-write.ts';
import { openingWrite } from '../data/installs/opening-write.ts';
import type { PendingWrite } from '../data/outbox/pending-write.ts';
import { answerWrite } from '../data/terms/answer-write.ts';
import { readWrite } from '../features/messages/pending-write.ts';
import { deleteWrite, reviewWrite } from '../features/reviews/pending-write.ts';
import { supportReportWrite } from '../features/support/pending-write.ts';

/** Every write that may wait for the network; the page and the service worker both send by this list. */
export const pendingWrites: readonly PendingWrite[] = [
  reviewWrite,
  deleteWrite,
  inventoryWrite,
  answerWrite,
  readWrite,
  openingWrite,
  deferralWrite,
  supportReportWrite,
];

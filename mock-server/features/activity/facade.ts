export { countDownload } from './download-counts.ts';
export type { Happened } from './happened.ts';
export { dayOf, headOf, type Journal, noteDays, positionBefore, takePositions } from './journal.ts';
export { record } from './record.ts';
export { retainedSince } from './retention.ts';

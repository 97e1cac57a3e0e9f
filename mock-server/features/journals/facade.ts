export {
  applicationColumns,
  type Column,
  column,
  deviceColumns,
  joinShown,
  joinSubject,
  jsonOf,
  momentOf,
  personColumns,
  plain,
  platformOf,
  type Sql,
  usageColumns,
  usageTables,
  type Value,
} from './columns-store.ts';
export { countDownload, forgetCounts, monthOf } from './download-counts-store.ts';
export type { Happened, Kind } from './happened.ts';
export {
  dayOf,
  headOf,
  type Journal,
  noteDays,
  positionBefore,
  takePlaces,
  takePositions,
} from './journal-store.ts';
export { record } from './record.ts';
export { retainedSince } from './retention.ts';

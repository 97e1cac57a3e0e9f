export type { ActivityEvent as Happened, Kind } from './activity-event.ts';
export {
  applicationColumns,
  buildDeviceColumns as deviceColumns,
  buildPersonColumns as personColumns,
  buildRowJson as jsonOf,
  buildUsageColumns as usageColumns,
  buildUsageTables as usageTables,
  type Column,
  column,
  formatMoment as momentOf,
  joinShown,
  joinSubject,
  plainColumn as plain,
  platformOf,
  type Sql,
  type Value,
} from './columns-store.ts';
export { countDownload, deleteCounts as forgetCounts, getMonth as monthOf } from './download-counts-store.ts';
export {
  findPositionBefore as positionBefore,
  getDay as dayOf,
  type Journal,
  readHead as headOf,
  recordDays as noteDays,
  reservePositionQueries as takePlaces,
  reservePositions as takePositions,
} from './journal-store.ts';
export { record } from './record.ts';
export { getRetentionStart as retainedSince } from './retention.ts';

export type { ActivityEvent, Kind } from './activity-event.ts';
export {
  applicationColumns,
  buildDeviceColumns,
  buildPersonColumns,
  buildRowJson,
  buildUsageColumns,
  buildUsageTables,
  type Column,
  column,
  formatMoment,
  joinShown,
  joinSubject,
  plainColumn,
  platformOf,
  type Sql,
  type Value,
} from './columns-store.ts';
export { countDownload, deleteDownloadCounts, getMonth } from './download-counts-store.ts';
export {
  findPositionBefore,
  getJournalDay,
  type Journal,
  readJournalHead,
  recordJournalDays,
  reservePositionQueries,
  reservePositions,
} from './journal-store.ts';
export { recordActivity } from './record.ts';
export { getRetentionStart } from './retention.ts';

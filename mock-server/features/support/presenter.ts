import { formatTimestamp } from '../../platform/http/responses/timestamps.ts';
import type { ListedReport, listDeferrals } from './store.ts';

type Named = { user: string; user_id: string; first_name: string; last_name: string };

const presentUser = ({ user, user_id, first_name, last_name }: Named) => ({
  id: user,
  user_id,
  first_name,
  last_name,
});

const presentApplication = (id: string | null, name: string | null) =>
  id === null || name === null ? null : { id, name };

/** What a person sent to support. */
export const presentReport = (row: ListedReport) => ({
  id: row.id,
  reference: row.reference,
  created: formatTimestamp(row.created),
  user: presentUser(row),
  device: row.device,
  application: presentApplication(row.application, row.app_name),
  version: row.version,
  symptom: row.symptom,
  text: row.text,
  system: row.system,
  browser: row.browser,
  catalog_version: row.catalog_version,
});

type ListedDeferral = Awaited<ReturnType<typeof listDeferrals>>['rows'][number];

/** Who continued without what, and until when. */
export const presentDeferral = (row: ListedDeferral) => ({
  id: row.id,
  user: presentUser(row),
  device: row.device,
  application: presentApplication(row.application, row.app_name),
  version: row.version_num ?? '',
  created: formatTimestamp(row.created),
  until: formatTimestamp(row.until),
});

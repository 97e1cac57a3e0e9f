import type { Moment } from './columns.ts';
import type { PersonalTables } from './personal.ts';

/** The tables of this file, by name. */
export interface SupportTables {
  support_reports: SupportReportTable;
  deferrals: DeferralTable;
}

/** Those of them whose rows are about a person. */
export const personalSupportTables = {
  support_reports: {
    by: 'user',
    key: ['id'],
    columns: ['id', 'device', 'reference', 'application', 'version', 'symptom', 'text', 'created'],
  },
  deferrals: {
    by: 'user',
    key: ['id'],
    columns: ['id', 'device', 'application', 'version', 'created', 'until'],
  },
} satisfies PersonalTables<SupportTables>;

/** What a person sent to support. */
interface SupportReportTable {
  org_id: string;
  id: string;
  user: string;
  device: string;
  /** Made by the device; the person may name it. */
  reference: string;
  application: string | null;
  version: string | null;
  symptom: string | null;
  text: string | null;
  system: string | null;
  browser: string | null;
  catalog_version: string | null;
  created: Moment;
}

/** A mandatory version that a person continued without, on one device. */
interface DeferralTable {
  org_id: string;
  id: string;
  user: string;
  device: string;
  application: string;
  version: string;
  created: Moment;
  until: Moment;
}

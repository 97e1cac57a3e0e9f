import { inspectionProviders } from '../../../contract/common/codes.ts';
import type { Analysis } from '../../../contract/common/inspection-report.ts';
import type { InspectionSummary } from '../../../contract/inspections.ts';
import { formatTimestamp } from '../../platform/http/responses/timestamps.ts';
import type { Report } from './service.ts';

/** Only reports that matched the schema are stored. */
const parseAnalysis = ({ report }: Report): Analysis => JSON.parse(report) as Analysis;

/** Document 2, Inspections. */
export const presentReport = (found: Report) => ({
  format_type: 'json' as const,
  inspection_status: found.version.inspection_status,
  report: {
    provider: inspectionProviders.providerx,
    psk: found.psk,
    report_json: { analysis: parseAnalysis(found) },
  },
});

/** Document 2, Inspections: the older variant. */
export const presentSummary = (found: Report) => ({
  report: {
    psk: found.psk,
    verified_date: formatTimestamp(found.verified),
    version: { psk: found.version.psk },
    report_json: { short: toSummary(parseAnalysis(found)) },
  },
});

function toSummary(analysis: Analysis): InspectionSummary {
  const settings = new Set(analysis.Settings.map(({ setting }) => setting));
  const algorithms = [...analysis['Cryptographic Operations'], ...analysis['Hash Operations']];
  return {
    ad_networks: analysis['Ad Networks'].length > 0,
    trackers: analysis.Trackers.length > 0,
    cloud_storage: analysis['Cloud Storage Services'].length > 0,
    asks_for_permissions: analysis.Permissions.some(({ asked: requested }) => requested),
    exported_components: analysis['Exported Components'].some(({ permission }) => permission === null),
    unencrypted_connections: analysis['Foreign Connections'].some(
      ({ scheme, encrypted }) => scheme !== '' && !encrypted,
    ),
    cleartext_allowed: settings.has('cleartext_traffic') || settings.has('ats_exception'),
    debuggable: settings.has('debuggable'),
    backup_allowed: settings.has('allow_backup'),
    hardcoded_keys: analysis['Hardcoded Keys'].length + analysis['Hardcoded IVs'].length > 0,
    weak_cryptography: algorithms.some(({ weakness }) => weakness !== null),
    unprotected_native_libraries: analysis['Native Libraries'].some(
      ({ nx, pie, canary, relro }) => !nx || !pie || !canary || relro === 'none',
    ),
    vulnerable_libraries: analysis['Bundled Libraries'].some(
      ({ vulnerabilities }) => vulnerabilities.length > 0,
    ),
  };
}

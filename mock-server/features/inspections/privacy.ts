import type { Analysis, PermissionGroup } from '../../../contract/common/inspection-report.ts';
import type { PrivacyFindings } from '../../../contract/inspections.ts';

type Privacy = Omit<PrivacyFindings, 'version_id' | 'inspected'>;

/** The part of an analysis that concerns the person who installs the application. */
export function toPrivacy(analysis: Analysis): Privacy {
  const requested = new Map<PermissionGroup, boolean>();
  for (const { group, asked: isRequested } of analysis.Permissions) {
    requested.set(group, (requested.get(group) ?? false) || isRequested);
  }
  const services = [...analysis['Ad Networks'], ...analysis.Trackers];
  const trackers = new Map(
    services.flatMap(({ name, kind }) => (kind === 'cloud' ? [] : [[name, { name, kind }] as const])),
  );
  return {
    permissions: [...requested]
      .map(([group, isRequested]) => ({ group, asked: isRequested }))
      .toSorted((a, b) => Number(b.asked) - Number(a.asked)),
    trackers: [...trackers.values()],
  };
}

import { applicationTypes } from '../../../../contract/common/codes.ts';
import { compareVersions } from '../../../platform/version-numbers.ts';
import type { VersionWithFile } from '../presenter.ts';
import type { Detected, Warning } from './detected.ts';

/**
 * What is odd about a package that follows another. None of it is refused: going back is sometimes the cure, and a
 * pipeline may send what it has sent before.
 */
export function versionWarnings(previous: VersionWithFile, detected: Detected): Warning[] {
  if (detected.file === null) return [];
  if (previous.file?.sha256 === detected.file.upload.sha256) {
    return [{ error: 'same_file', message: 'This is the very file of the version before.' }];
  }
  const order = orderOf(previous, detected);
  if (order === null || order > 0) return [];
  const [before, after] = [previous.version.binary_version, detected.build];
  return order < 0
    ? [{ error: 'older_version', message: `Build ${after} is older than build ${before} before it.` }]
    : [
        {
          error: 'same_version',
          message: `The version before is build ${before} too, so devices may not see an update in this one.`,
        },
      ];
}

/** Android goes by the version code alone; iOS by the version, then the build within it. */
function orderOf({ version }: VersionWithFile, { type, versionNum, build }: Detected): number | null {
  const byBuild =
    version.binary_version === null || build === null ? null : compareVersions(build, version.binary_version);
  if (type !== applicationTypes.iosNative || versionNum === null) return byBuild;
  return compareVersions(versionNum, version.version_num) || byBuild;
}

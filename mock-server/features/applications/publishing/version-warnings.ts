import { maxLengths } from '../../../../contract/application-fields.ts';
import { applicationTypes } from '../../../../contract/common/codes.ts';
import type { Warning } from '../../../../contract/common/warnings.ts';
import { compareVersions } from '../../../app-packages/version-numbers.ts';
import { isWithinLength } from '../../../platform/cut-text.ts';
import type { VersionWithFile } from '../presenter.ts';
import type { Detected } from './detected.ts';

/**
 * Warnings about a package in comparison with the version before. None of them is a refusal: publishing an older build can
 * be the right cure, and a pipeline may send the same file again.
 */
export function listVersionWarnings(previous: VersionWithFile, detected: Detected): Warning[] {
  if (detected.file === null) return [];
  if (previous.file?.sha256 === detected.file.upload.sha256) {
    return [{ error: 'same_file', message: 'This is the same file as that of the version before.' }];
  }
  const order = getOrder(previous, detected);
  if (order === null || order > 0) return [];
  const [before, after] = [previous.version.binary_version, detected.build];
  return order < 0
    ? [
        {
          error: 'older_version',
          message: `Build ${after} is older than build ${before} of the version before.`,
        },
      ]
    : [
        {
          error: 'same_version',
          message: `The version before is build ${before} too, so devices may not see this version as an update.`,
        },
      ];
}

/**
 * The warning that the version of a package was cut to the length that the documents allow (document 2, Limits), so that
 * two builds may look alike. `sent`: the number that the publisher chose, which comes first.
 */
export function listCutVersionWarnings({ versionNum, build }: Detected, sent: string | undefined): Warning[] {
  if (sent !== undefined || versionNum === null || isWithinLength(versionNum.trim(), maxLengths.version_num))
    return [];
  const byBuild = build === null ? '' : ` The build, ${build}, tells it from others.`;
  return [
    {
      error: 'version_cut',
      message: `The version “${versionNum}” is longer than ${maxLengths.version_num} characters and is shown cut.${byBuild} Send a version_num of your own to choose what people see.`,
    },
  ];
}

/** What decides the order: on Android only the version code, on iOS the version and then the build. */
function getOrder({ version }: VersionWithFile, { type, versionNum, build }: Detected): number | null {
  const byBuild =
    version.binary_version === null || build === null ? null : compareVersions(build, version.binary_version);
  if (type !== applicationTypes.iosNative || versionNum === null) return byBuild;
  return compareVersions(versionNum, version.version_num) || byBuild;
}

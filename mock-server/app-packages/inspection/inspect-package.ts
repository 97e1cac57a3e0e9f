import type { Analysis } from '../../../contract/common/inspection-report.ts';
import { inspectApk } from '../android/inspection/inspect-apk.ts';
import { apkManifest } from '../android/read-apk.ts';
import { inspectIpa } from '../ios/inspection/inspect-ipa.ts';
import { defaultLimits, type PackageLimits } from '../limits.ts';
import { withZip } from '../zip/open-zip.ts';
import { Findings } from './findings.ts';

/** Inspects an .apk or .ipa file; its content decides which it is. Errors: PackageError for every file that is refused. */
export const inspectPackage = (path: string, limits: PackageLimits = defaultLimits): Promise<Analysis> =>
  withZip(
    path,
    async (zip) => {
      const findings = new Findings();
      await (zip.has(apkManifest) ? inspectApk(findings, zip) : inspectIpa(findings, zip));
      return findings.finish();
    },
    limits,
  );

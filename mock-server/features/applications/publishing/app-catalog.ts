import { applicationTypes } from '../../../../contract/common/codes.ts';
import type { Warning } from '../../../../contract/common/warnings.ts';
import type { CatalogTx } from '../../../platform/database/handles.ts';
import type { Platform } from '../../../platform/services.ts';
import { findOrganization, readPushCertificate } from '../../organizations/facade.ts';
import { findVersionsById } from '../lists/batch-store.ts';
import * as store from '../store.ts';
import type { Detected } from './detected.ts';

const noPushCertificateWarning: Warning = {
  error: 'push_certificate_missing',
  message:
    'No push certificate is stored, so this App Catalog gets no notifications. Store one for your organization.',
};

/**
 * Turns the earlier App Catalog of the same operating system into a normal application, before a new one takes its place.
 * Returns warnings for the publisher; document 2, What the service does.
 */
export async function replaceAppCatalog(
  tx: CatalogTx,
  { secrets }: Pick<Platform, 'secrets'>,
  orgId: string,
  { type, bundleId }: Pick<Detected, 'type' | 'bundleId'>,
): Promise<Warning[]> {
  const earlier = await store.demoteAppCatalogs(tx, orgId, type);
  const versions = await findVersionsById(
    tx,
    orgId,
    earlier.flatMap((row) => row.latest_version ?? []),
  );
  const warnings = versions.map(
    ({ app_name }): Warning => ({
      error: 'app_catalog_replaced',
      message: `“${app_name}” was the App Catalog of this operating system and is now a normal application.`,
    }),
  );
  if (type !== applicationTypes.iosNative) return warnings;
  const { push_cert } = await findOrganization(tx, orgId);
  if (push_cert === null) return [...warnings, noPushCertificateWarning];
  const certificate = await readPushCertificate(tx, secrets, orgId);
  return certificate === null || certificate.bundleId === bundleId
    ? warnings
    : [...warnings, otherPushCertificateWarning(certificate.bundleId, bundleId)];
}

/** The certificate may have been stored before its App Catalog, when nothing could be compared. */
const otherPushCertificateWarning = (certified: string, catalog: string | null): Warning => ({
  error: 'push_certificate_other_application',
  message: `The stored push certificate is for ${certified}, but this App Catalog is ${catalog}, so it gets no notifications. Store the certificate of this App Catalog.`,
});

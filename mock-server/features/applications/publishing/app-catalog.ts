import { applicationTypes } from '../../../../contract/common/codes.ts';
import type { CatalogTx } from '../../../platform/database/handles.ts';
import { findOrganization } from '../../organizations/facade.ts';
import { versionsById } from '../batch-store.ts';
import * as store from '../store.ts';
import type { Warning } from './detected.ts';

const noPushCertificate: Warning = {
  error: 'push_certificate_missing',
  message:
    'No push certificate is stored, so this App Catalog gets no notifications. Store one for your organization.',
};

/**
 * Turns the earlier App Catalog of the same operating system into a normal application, before a new one takes its place.
 * Returns warnings for the publisher; document 2, What the service does.
 */
export async function becomeAppCatalog(tx: CatalogTx, orgId: string, type: number): Promise<Warning[]> {
  const earlier = await store.retireCatalogs(tx, orgId, type);
  const versions = await versionsById(
    tx,
    orgId,
    earlier.flatMap((row) => row.latest_version ?? []),
  );
  const warnings = versions.map(({ app_name }) => ({
    error: 'app_catalog_replaced',
    message: `“${app_name}” was the App Catalog of this operating system and is now a normal application.`,
  }));
  const { push_cert } = await findOrganization(tx, orgId);
  return type === applicationTypes.iosNative && push_cert === null
    ? [...warnings, noPushCertificate]
    : warnings;
}

import { applicationTypes, nativeTypes, signStatuses } from '../../../contract/common/codes.ts';
import type { Tables } from '../../migrations/tables.ts';
import type { CatalogTx } from '../../platform/database/handles.ts';
import { findApplication } from '../applications/facade.ts';
import * as store from './store.ts';

/** Whether devices can install what is delivered now. */
export async function isDeliverable(
  tx: CatalogTx,
  version: store.VersionRow,
  { uploaded_status }: Pick<store.PreparationRow, 'uploaded_status'>,
): Promise<boolean> {
  const delivered = await store.findFileById(tx, version.org_id, version.install_file ?? '');
  if (delivered?.action !== 'upload') return delivered?.action === 'sign';
  if (uploaded_status === signStatuses.signed) return true;
  // iOS also installs a profile without a signature, and says that it has none.
  const application = await findApplication(tx, version.org_id, version.application);
  return application?.type === applicationTypes.iosConfiguration;
}

/** Whether an application is one whose file the service can sign: a package, or a web clip that it built. */
export const isSignable = ({ type, hybrid }: Pick<Tables['applications'], 'type' | 'hybrid'>): boolean =>
  nativeTypes.some((native) => native === type) ||
  (type === applicationTypes.iosConfiguration && hybrid !== null);

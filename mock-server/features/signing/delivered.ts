import { createHash } from 'node:crypto';
import { inspectionStatuses } from '../../../contract/common/codes.ts';
import type { InstallFileRow, VersionRow } from './store.ts';

/**
 * The columns of a version that gets another file: findings of an inspection concerned the file before; document 2,
 * Inspection status.
 */
export const toDeliveryColumns = (
  { inspection_status }: VersionRow,
  installFile: string,
): Partial<VersionRow> => ({
  install_file: installFile,
  ...(inspection_status === inspectionStatuses.ready && { inspection_status: inspectionStatuses.none }),
});

/** The hash that names the additions (JSON) of a file in its row. */
export const hashAdditions = (additions: string): string =>
  createHash('sha256').update(additions).digest('hex');

/** JSON of an empty list of additions. */
export const noAdditions = '[]';

/** Whether this service signed a file that contains exactly these additions (JSON). */
export const isSignedWith = (
  file: InstallFileRow | undefined,
  additions: string,
): file is InstallFileRow & { action: 'sign' } =>
  file?.action === 'sign' && file.additions_sha256 === hashAdditions(additions);

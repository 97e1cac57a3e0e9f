import { createHash } from 'node:crypto';
import { inspectionStatuses } from '../../../contract/common/codes.ts';
import type { InstallFileRow, VersionRow } from './store.ts';

/** The columns of a version that gets another file: what an inspection found was in the one before; document 2, Inspection status. */
export const delivering = ({ inspection_status }: VersionRow, installFile: string): Partial<VersionRow> => ({
  install_file: installFile,
  ...(inspection_status === inspectionStatuses.ready && { inspection_status: inspectionStatuses.none }),
});

/** Names what is put into a file (JSON), in the file's row. */
export const additionsHash = (additions: string): string =>
  createHash('sha256').update(additions).digest('hex');

/** Additions (JSON) that are none. */
export const noAdditions = '[]';

/** Whether this service signed a file with these additions (JSON) in it, and with no others. */
export const isSignedWith = (
  file: InstallFileRow | undefined,
  additions: string,
): file is InstallFileRow & { action: 'sign' } =>
  file?.action === 'sign' && file.additions_sha256 === additionsHash(additions);

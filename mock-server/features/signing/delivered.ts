import { inspectionStatuses } from '../../../contract/common/codes.ts';
import type { VersionRow } from './store.ts';

/** The columns of a version that gets another file: what an inspection found was in the one before; document 2, Inspection status. */
export const delivering = ({ inspection_status }: VersionRow, installFile: string): Partial<VersionRow> => ({
  install_file: installFile,
  ...(inspection_status === inspectionStatuses.ready && { inspection_status: inspectionStatuses.none }),
});

import { Type } from 'typebox';

/** The job that makes the delivered file of a version, for one request. */
export const preparePackageJob = {
  name: 'prepare_package',
  payload: Type.Object({ version: Type.String(), request: Type.String() }),
} as const;

import { applicationTypes, nativeTypes, publicStoreTypes } from '../../../contract/common/codes.ts';

/** The kinds of application that people choose from. */
export type Kind = 'native' | 'web' | 'publicStore';

/** `native`: a file for the device. `web`: an address. `publicStore`: an application of a public store. */
export function getKind(type: number): Kind {
  if (type === applicationTypes.web) return 'web';
  if (publicStoreTypes.includes(type)) return 'publicStore';
  return 'native';
}

/** Whether an application can be rated; document 3, Reviews. */
export const isRateable = (type: number): boolean => nativeTypes.some((native) => native === type);

import {
  applicationTypes,
  nativeTypes,
  noEndDate,
  publicStoreTypes,
} from '../../../contract/common/codes.ts';

/** The kinds of application that people choose from. */
export type Kind = 'native' | 'web' | 'store';

/** `native`: a file for the device. `web`: an address. `store`: an application of a public store. */
export function kindOf(type: number): Kind {
  if (type === applicationTypes.web) return 'web';
  if (publicStoreTypes.includes(type)) return 'store';
  return 'native';
}

/** Whether an application can be rated; document 3, Reviews. */
export const isRateable = (type: number): boolean => nativeTypes.some((native) => native === type);

/** A deadline in milliseconds since 1970, or null when there is none. */
export function deadlineOf(requiredBy: string): number | null {
  if (requiredBy.startsWith(noEndDate.slice(0, 10))) return null;
  const at = Date.parse(requiredBy);
  return Number.isNaN(at) ? null : at;
}

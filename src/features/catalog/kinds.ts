import {
  applicationTypes,
  nativeTypes,
  noEndDate,
  publicStoreTypes,
} from '../../../contract/common/codes.ts';

/** What a person calls the kinds of application. */
export type Kind = 'native' | 'web' | 'store';

/** Files for a device are `native`; addresses are `web`; what another store gives out is `store`. */
export function kindOf(type: number): Kind {
  if (type === applicationTypes.web) return 'web';
  if (publicStoreTypes.includes(type)) return 'store';
  return 'native';
}

/** Whether an application can be rated; document 3, Reviews. */
export const isNative = (type: number): boolean => nativeTypes.some((native) => native === type);

/** A deadline in milliseconds since 1970, or null when there is none. */
export function deadlineOf(requiredBy: string): number | null {
  if (requiredBy.startsWith(noEndDate.slice(0, 10))) return null;
  const at = Date.parse(requiredBy);
  return Number.isNaN(at) ? null : at;
}

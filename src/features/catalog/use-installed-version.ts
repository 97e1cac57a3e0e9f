import { useAccount } from '../../engine-context.tsx';
import { useObservable } from '../../ui/hooks/use-observable.ts';

/** The number of the version of an application that is on this device; null where none is, or its number is not known. */
export const useInstalledVersion = (application: string): string | null =>
  useObservable(useAccount().installs.records).get(application)?.number ?? null;

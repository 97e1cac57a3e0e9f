import { useEngine } from '../../engine-context.tsx';
import { useObservable } from '../../ui/hooks/use-observable.ts';

/** The address of the organization's support; empty while it is unknown, or where there is none. */
export const useSupport = (): string => useObservable(useEngine().branding.state).value?.support_email ?? '';

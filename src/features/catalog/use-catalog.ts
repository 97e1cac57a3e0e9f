import { useAccount } from '../../engine-context.tsx';
import { useObservable } from '../../ui/hooks/use-observable.ts';

/** The current state of the catalog of the person who is signed in. */
export const useCatalog = () => useObservable(useAccount().catalog.state);

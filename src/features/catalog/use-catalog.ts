import { account } from '../../data/current.ts';
import { useObservable } from '../../ui/use-observable.ts';

/** The catalog of the person who is signed in, as it is known now. */
export const useCatalog = () => useObservable(account().catalog.state);

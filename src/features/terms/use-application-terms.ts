import { readMyApplicationTerms } from '../../../contract/terms.ts';
import { applyAnswer } from '../../data/terms/terms-status.ts';
import { useAccount } from '../../engine-context.tsx';
import { useObservable } from '../../ui/hooks/use-observable.ts';

/** The terms of an application as last fetched, with the answer that the person gave here since. */
export function useApplicationTerms(application: string) {
  const account = useAccount();
  const { state, refresh } = account.openResource(readMyApplicationTerms, { params: { application } });
  const { value, contains, error } = useObservable(state);
  const rows = useObservable(account.outbox.rows);
  const terms = value?.terms ? applyAnswer(value.terms, rows, contains) : null;
  return { terms, isGone: value !== null && value.terms === null, error, refresh };
}

import { readMyApplicationTerms } from '../../../contract/terms.ts';
import { account } from '../../data/current.ts';
import { withAnswer } from '../../data/terms/standing.ts';
import { useObservable } from '../../ui/use-observable.ts';

/** The terms of an application as last fetched, with the answer that the person gave here since. */
export function useApplicationTerms(application: string) {
  const { state, refresh } = account().resource(readMyApplicationTerms, { params: { application } });
  const { value, contains, error } = useObservable(state);
  const rows = useObservable(account().outbox.rows);
  const terms = value?.terms ? withAnswer(value.terms, rows, contains) : null;
  return { terms, isGone: value !== null && value.terms === null, error, refresh };
}

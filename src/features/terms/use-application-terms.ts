import { readMyApplicationTerms } from '../../../contract/terms.ts';
import { account } from '../../data/current.ts';
import { withAnswer } from '../../data/terms/standing.ts';
import { useObservable } from '../../ui/use-observable.ts';

/** The terms of an application as they were last fetched, with what the person said here and now. */
export function useApplicationTerms(application: string) {
  const { state, refresh } = account().resource(readMyApplicationTerms, { params: { application } });
  const { value, contains, error } = useObservable(state);
  const rows = useObservable(account().outbox.rows);
  const terms = value?.terms ? withAnswer(value.terms, rows, contains) : null;
  return { terms, isGone: value !== null && value.terms === null, error, refresh };
}

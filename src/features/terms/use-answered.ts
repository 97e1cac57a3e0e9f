import { readMyTerms } from '../../../contract/terms.ts';
import { account } from '../../data/current.ts';
import { withAnswer } from '../../data/terms/standing.ts';
import { useObservable } from '../../ui/use-observable.ts';

/** The terms for this person, with the answers that they gave here since; null until they are known. */
export function useAnswered() {
  const { value, contains } = useObservable(account().resource(readMyTerms).state);
  const rows = useObservable(account().outbox.rows);
  if (value === null) return null;
  return {
    organization: value.organization && withAnswer(value.organization, rows, contains),
    applications: value.applications.map((terms) => withAnswer(terms, rows, contains)),
  };
}

import { readMyTerms } from '../../../contract/terms.ts';
import { applyAnswer } from '../../data/terms/terms-status.ts';
import { useAccount } from '../../engine-context.tsx';
import { useObservable } from '../../ui/hooks/use-observable.ts';

/** The terms for this person, with the answers that they gave here since; null until they are known. */
export function useAnswered() {
  const account = useAccount();
  const { value, contains } = useObservable(account.openResource(readMyTerms).state);
  const rows = useObservable(account.outbox.rows);
  if (value === null) return null;
  return {
    organization: value.organization && applyAnswer(value.organization, rows, contains),
    applications: value.applications.map((terms) => applyAnswer(terms, rows, contains)),
  };
}

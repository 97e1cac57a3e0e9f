import { startTransition, useMemo, useOptimistic } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { catalogPages } from '../../../contract/common/catalog-pages.ts';
import { type Choice, defaultChoice } from './browse.ts';
import { buildListQuery, buildQuery, parseChoice } from './list-query.ts';

interface Browse {
  choice: Choice;
  change(part: Partial<Choice>): void;
  /** Removes every filter and keeps the sort order. */
  clear(): void;
}

/**
 * Filters and sort order of the list of all applications. They are in the list's address, or, while an application is
 * shown beside it, in the entry of the browser's history.
 */
export function useBrowse(): Browse {
  const location = useLocation();
  const navigate = useNavigate();
  const query = buildListQuery(location);
  // The tapped control changes at once, the page with its new address when it is ready.
  const [choice, show] = useOptimistic(useMemo(() => parseChoice(query), [query]));
  const put = (next: Choice) =>
    startTransition(() => {
      show(next);
      const list = buildQuery(next);
      const isList = location.pathname === catalogPages.apps;
      const to = { pathname: location.pathname, search: isList ? list : location.search };
      void navigate(to, { replace: true, state: { ...location.state, list } });
    });
  return {
    choice,
    change: (part) => put({ ...choice, ...part }),
    clear: () => put({ ...defaultChoice, sort: choice.sort }),
  };
}

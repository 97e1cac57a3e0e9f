import { useLocation, useNavigate } from 'react-router-dom';
import { useMessages } from '../../ui/i18n/context.tsx';
import { commonMessages } from '../../ui/i18n/messages.ts';
import { getNextState } from './entry-state.ts';

/**
 * The arrow of a page's bar: it goes back where the person came from inside the catalog, or, when they came by a link, to
 * the page above, in place of this one.
 */
export function useBack(above: string): { label: string; onPress: () => void } {
  const { back } = useMessages(commonMessages);
  const location = useLocation();
  const navigate = useNavigate();
  const onPress = () => {
    if (hasEntryBefore()) void navigate(-1);
    else void navigate(above, { replace: true, state: getNextState(location) });
  };
  return { label: back, onPress };
}

/** Whether the entry before this one is the catalog's: the router numbers its entries. */
function hasEntryBefore(): boolean {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null && 'idx' in state && Number(state.idx) > 0;
}

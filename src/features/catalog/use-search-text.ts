import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { catalogPages } from '../../../contract/common/catalog-pages.ts';

/** The query parameter of the page's address that holds the search text. */
const parameter = 'q';
/** Milliseconds without typing before the address is changed: browsers limit how often a page may do that. */
const pause = 400;

/**
 * The search text. It is also in the page's address, so that a search can be reloaded, bookmarked, sent to somebody and
 * gone back to; opening an address with a search text starts that search. The address is changed without the router,
 * for which this remains one entry: nothing is drawn again for it, however much has been typed meanwhile.
 */
export function useSearchText(): { text: string; setText(text: string): void } {
  const { key } = useLocation();
  const [typed, setTyped] = useState(() => ({ key, text: readTextFromAddress() }));
  // Another search was opened, or gone back to.
  if (typed.key !== key) setTyped({ key, text: readTextFromAddress() });
  const { text } = typed;

  useEffect(() => {
    const write = () => writeToAddress(text, key);
    const timer = setTimeout(write, pause);
    // A tap may leave the page before the pause is over.
    window.addEventListener('click', write, { capture: true });
    return () => {
      clearTimeout(timer);
      window.removeEventListener('click', write, { capture: true });
    };
  }, [text, key]);

  // Half of a surrogate pair can't be in an address: text and address would differ for ever.
  return { text, setText: (next) => setTyped({ key, text: next.toWellFormed() }) };
}

const readTextFromAddress = (): string =>
  new URLSearchParams(globalThis.location.search).get(parameter) ?? '';

function writeToAddress(text: string, key: string): void {
  // The page of a tapped result may be loading: its address is there before the page, and must stay.
  if (getHistoryKey() !== key || text === readTextFromAddress()) return;
  const query = text === '' ? '' : `?${new URLSearchParams({ [parameter]: text })}`;
  history.replaceState(history.state, '', catalogPages.search + query);
}

/** The key of the present entry of the browser's history, drawn or not; the router names the first one `default`. */
function getHistoryKey(): unknown {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null && 'key' in state ? state.key : 'default';
}

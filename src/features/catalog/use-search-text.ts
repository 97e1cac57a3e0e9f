import { useEffect, useRef } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { useSearch } from './browse-state.ts';

/** The query parameter of the page's address that holds the search text. */
const parameter = 'q';
/** Milliseconds without typing before the address is changed: browsers limit how often a page may do that. */
const pause = 400;

/**
 * The search text. It is also in the page's address, so that a search can be reloaded, bookmarked and sent to somebody;
 * opening an address with a search text starts that search.
 */
export function useSearchText(): { text: string; setText(text: string): void } {
  const { pathname } = useLocation();
  const [parameters, setParameters] = useSearchParams();
  const { text, setText } = useSearch();
  const asked = parameters.get(parameter);

  const written = useRef<string | null>(null);

  // The person opened the address or went back to it. What this page wrote itself is ignored, because more may have
  // been typed since. So is an address that was replaced before it was drawn, which can take long, because the page is
  // drawn in the background.
  useEffect(() => {
    if (asked !== null && asked !== written.current && asked === inAddress()) setText(asked);
  }, [asked, setText]);

  useEffect(() => {
    if (text === (asked ?? '')) return undefined;
    const timer = setTimeout(() => {
      // The page of a tapped result may be loading: its address is there before the page, and must stay.
      if (globalThis.location.pathname !== pathname) return;
      written.current = text;
      setParameters(text === '' ? {} : { [parameter]: text }, { replace: true });
    }, pause);
    return () => clearTimeout(timer);
  }, [text, asked, pathname, setParameters]);

  // Half of a surrogate pair can't be in an address: text and address would differ for ever, and be written each time.
  return { text, setText: (typed) => setText(typed.toWellFormed()) };
}
/** The search text in the present address, drawn or not. */
const inAddress = (): string | null => new URLSearchParams(globalThis.location.search).get(parameter);

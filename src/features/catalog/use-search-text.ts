import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useSearch } from './browse-state.ts';

/** The part of the address that holds what is searched for. */
const parameter = 'q';
/** Milliseconds without a letter before the address follows: browsers refuse to change it with every one of them. */
const pause = 400;

/**
 * What is being searched for. It stands in the address too, so that a search can be reloaded, kept as a bookmark and
 * sent to somebody; an address with a search in it says what is searched for.
 */
export function useSearchText(): { text: string; setText(text: string): void } {
  const [parameters, setParameters] = useSearchParams();
  const { text, setText } = useSearch();
  const asked = parameters.get(parameter);

  const written = useRef<string | null>(null);

  // Somebody opened this address, or went back to it. What was written here is no news: more may have been typed since.
  useEffect(() => {
    if (asked !== null && asked !== written.current) setText(asked);
  }, [asked, setText]);

  useEffect(() => {
    if (text === (asked ?? '')) return undefined;
    const timer = setTimeout(() => {
      written.current = text;
      setParameters(text === '' ? {} : { [parameter]: text }, { replace: true });
    }, pause);
    return () => clearTimeout(timer);
  }, [text, asked, setParameters]);

  return { text, setText };
}

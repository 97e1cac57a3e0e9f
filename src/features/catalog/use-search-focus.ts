import { type RefObject, useEffect, useRef } from 'react';
import { NavigationType, useNavigate, useNavigationType } from 'react-router-dom';
import { catalogPages } from '../../../contract/common/catalog-pages.ts';

/**
 * Puts the person into the search field when they open the page from within the catalog. Not where they come back from a
 * result, nor where a visit begins: on a touch screen the keyboard would come up uncalled. Returns the ref of what is
 * around the field.
 */
export function useSearchFocus(): RefObject<HTMLElement | null> {
  const around = useRef<HTMLElement>(null);
  const how = useNavigationType();
  useEffect(() => {
    if (how === NavigationType.Push) findField(around.current)?.focus();
  }, [how]);
  return around;
}

/**
 * Opens the search at Ctrl-K or Command-K, also while something is typed, and with `slash` at `/`, as other stores do.
 */
export function useSearchKeys(slash: boolean): void {
  const navigate = useNavigate();
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!isSearchKey(event, slash) || document.querySelector('dialog[open]') !== null) return;
      event.preventDefault();
      const field = findField(document);
      if (field === null) void navigate(catalogPages.search);
      else field.focus();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [navigate, slash]);
}

const findField = (part: ParentNode | null): HTMLInputElement | null =>
  part?.querySelector<HTMLInputElement>('input[type="search"]') ?? null;

function isSearchKey(event: KeyboardEvent, slash: boolean): boolean {
  const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event;
  if (altKey) return false;
  if (ctrlKey || metaKey) return !shiftKey && key.toLowerCase() === 'k';
  return (
    slash && key === '/' && !(target instanceof Element && target.closest('input, textarea, select') !== null)
  );
}

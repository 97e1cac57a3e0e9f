import { useEffect, useLayoutEffect, useRef } from 'react';
import { type Location, NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { catalogPages, parseApplicationPath } from '../../../contract/common/catalog-pages.ts';
import { type Arrival, enterEntry, PAGE, watchArea } from '../../ui/scrolling/scroll-memory.ts';
import { focusWhenDrawn } from './focus-when-drawn.ts';

/**
 * What comes with each navigation: a page that is opened begins at the top, one that is gone back to is where it was, and
 * the focus moves to its heading, by which a screen reader says where the person is. Draws nothing.
 */
export function FollowNavigation() {
  const location = useLocation();
  const how = useNavigationType();
  const before = useRef<Location | null>(null);
  const arrival = useRef<Arrival>('return');
  useLayoutEffect(() => watchArea(PAGE, document.scrollingElement ?? document.body, document.body), []);
  useLayoutEffect(() => {
    const from = before.current;
    before.current = location;
    // Drawn again without a navigation: after a wait, or in development.
    if (from?.key === location.key) return;
    arrival.current = from === null ? 'return' : getArrival(from, location, how);
    enterEntry(location.key, arrival.current);
  }, [location, how]);
  const focused = useRef<string | null>(null);
  useEffect(() => {
    const last = focused.current;
    focused.current = location.key;
    // Not where a visit begins: the browser's own place is the start of the page.
    if (last === null || last === location.key || arrival.current === 'stay') return undefined;
    return focusWhenDrawn();
  }, [location]);
  return null;
}

function getArrival(from: Location, to: Location, how: NavigationType): Arrival {
  if (how === NavigationType.Pop) return 'return';
  if (how === NavigationType.Replace && from.pathname === to.pathname) return 'stay';
  const wasInList = from.pathname === catalogPages.apps || parseApplicationPath(from.pathname) !== null;
  return wasInList && parseApplicationPath(to.pathname) !== null ? 'detail' : 'start';
}

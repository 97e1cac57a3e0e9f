import { observeSize } from '../hooks/observe.ts';

/** The name of the page itself among the areas that scroll. */
export const PAGE = 'page';

/**
 * How an entry of the browser's history came to be drawn. `start`: opened, everything begins at the top. `detail`:
 * opened beside a list, which stays where it is. `return`: gone back or forward to, or reloaded. `stay`: only its
 * address changed.
 */
export type Arrival = 'start' | 'detail' | 'return' | 'stay';

/** Pixels that each area is scrolled, by its name. */
type Positions = Readonly<Record<string, number>>;

interface Area {
  scroller: Element;
  /** The position to return to, until it is reached and somebody scrolls; null otherwise. */
  goal: number | null;
  /** Whether the content was too short for the goal when it was last tried. */
  isShort: boolean;
}

const storageKey = 'appshelf.scroll';
const maxEntries = 200;

/** The positions of each entry of the history, the oldest first. */
let savedPositions: Map<string, Positions> | null = null;
const areas = new Map<string, Area>();
/** The key of the entry that is drawn. */
let drawModules = '';

/** Scrolls every area to where it belongs at this entry of the history; later positions are remembered under its key. */
export function enterEntry(key: string, arrival: Arrival): void {
  const before = getPositions().get(drawModules) ?? {};
  const own = {
    start: {},
    detail: { ...before, [PAGE]: 0 },
    return: getPositions().get(key) ?? {},
    stay: before,
  };
  drawModules = key;
  savePositions(own[arrival]);
  if (arrival === 'stay') return;
  for (const [name, area] of areas) if (arrival !== 'detail' || name === PAGE) restoreArea(name, area);
}

/** Remembers where an area is scrolled to. `content` is what grows inside it. Returns a function that stops this. */
export function watchArea(name: string, scroller: Element, content: Element): () => void {
  const area: Area = { scroller, goal: null, isShort: false };
  areas.set(name, area);
  restoreArea(name, area);
  const target = getScrollTarget(scroller);
  const handleScroll = () => recordPosition(name, area);
  const stopRestoring = () => {
    area.goal = null;
  };
  target.addEventListener('scroll', handleScroll, { passive: true });
  for (const event of inputs) window.addEventListener(event, stopRestoring, { passive: true });
  for (const event of endEvents) window.addEventListener(event, writePositions);
  const stopSize = observeSize(content, () => scrollTowardsGoal(area));
  return () => {
    areas.delete(name);
    target.removeEventListener('scroll', handleScroll);
    for (const event of inputs) window.removeEventListener(event, stopRestoring);
    for (const event of endEvents) window.removeEventListener(event, writePositions);
    stopSize();
  };
}

/** Forgets every position: called at sign-out. */
export function clearPositions(): void {
  savedPositions = new Map();
  writePositions();
}

/** By these a person scrolls, or does something else where they are. */
const inputs = ['wheel', 'touchmove', 'pointerdown', 'keydown'];
/** The page may end after these. */
const endEvents = ['pagehide', 'visibilitychange'];

function restoreArea(name: string, area: Area): void {
  area.goal = getPositions().get(drawModules)?.[name] ?? 0;
  scrollTowardsGoal(area);
}

/** Scrolls to the goal, or as far as the content goes; when that grows, again. */
function scrollTowardsGoal(area: Area): void {
  const { scroller, goal } = area;
  if (goal === null) return;
  area.isShort = getMaxScroll(scroller) < goal;
  const before = scroller.scrollTop;
  scroller.scrollTop = goal;
  // Lists draw the rows of this place at once; the browser itself would say so only after a frame without them. Not where
  // the content is too short to move any further: `recordPosition` would approach the goal again, and so on for ever.
  if (scroller.scrollTop !== before) getScrollTarget(scroller).dispatchEvent(new Event('scroll'));
  // Nothing that comes later takes a page from its top.
  if (goal === 0) area.goal = null;
}

/** Remembers the position, unless the browser itself changed it while content was missing. */
function recordPosition(name: string, area: Area): void {
  const { scroller, goal, isShort } = area;
  if (goal !== null) {
    if (Math.abs(scroller.scrollTop - goal) < 1) return;
    if (isShort || getMaxScroll(scroller) < goal) {
      scrollTowardsGoal(area);
      return;
    }
    area.goal = null;
  }
  savePositions({ ...getPositions().get(drawModules), [name]: scroller.scrollTop });
}

const getMaxScroll = (scroller: Element): number => scroller.scrollHeight - scroller.clientHeight;

/** Where the events of a scroller arrive: those of the page at the window. */
const getScrollTarget = (scroller: Element): EventTarget =>
  scroller === document.scrollingElement ? window : scroller;

function savePositions(positions: Positions): void {
  const all = getPositions();
  all.delete(drawModules);
  all.set(drawModules, positions);
  for (const oldest of all.keys()) {
    if (all.size <= maxEntries) break;
    all.delete(oldest);
  }
}

/** The positions, at first those from before a reload. */
function getPositions(): Map<string, Positions> {
  savedPositions ??= readPositions();
  return savedPositions;
}

function readPositions(): Map<string, Positions> {
  try {
    const text = sessionStorage.getItem(storageKey);
    return new Map(text === null ? [] : (JSON.parse(text) as [string, Positions][]));
  } catch {
    return new Map();
  }
}

function writePositions(): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify([...getPositions()]));
  } catch {
    // Without room, or where the browser stores nothing, a reload begins at the top.
  }
}

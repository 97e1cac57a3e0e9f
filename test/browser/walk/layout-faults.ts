import type { Page } from 'playwright-core';

/**
 * What is cut, overlaps or is too small on a screen, a line for each: texts, and what can be tapped. Of an open dialog only
 * what is in it.
 */
export const layoutFaults = (page: Page): Promise<string[]> => page.evaluate(find);

/** Runs in the page. */
function find(): string[] {
  const lowestTarget = 44;
  const slack = 1.5;
  type Box = { left: number; top: number; right: number; bottom: number };
  const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const interactive = 'a[href], button, input, select, textarea, summary, label.chip';
  const modal = [...document.querySelectorAll('dialog')].findLast((dialog) => dialog.matches(':modal'));

  const styleOf = (element: Element) => getComputedStyle(element);
  const nameOf = (element: Element) => {
    const label = element.getAttribute('aria-label') ?? element.textContent?.trim() ?? '';
    return `${element.tagName.toLowerCase()}.${element.className} “${label.slice(0, 40)}”`;
  };
  const ancestors = (element: Element): Element[] => {
    const parent = element.parentElement;
    return parent === null ? [] : [parent, ...ancestors(parent)];
  };
  /** The bar that stays where it is while the page scrolls. */
  const barOf = (element: Element) =>
    [element, ...ancestors(element)].find((each) => ['fixed', 'sticky'].includes(styleOf(each).position));
  const intersection = (a: Box, b: Box): Box => ({
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  });
  const isArrow = (element: Element) => element.closest('.scroll-arrows') !== null;
  const isEmpty = ({ left, top, right, bottom }: Box) => right - left <= slack || bottom - top <= slack;
  const isInside = (a: Box, b: Box) =>
    a.left >= b.left - slack &&
    a.top >= b.top - slack &&
    a.right <= b.right + slack &&
    a.bottom <= b.bottom + slack;

  /** Texts of which a part is cut off at their side, where no dots say so and nothing scrolls. */
  function cutTexts(): string[] {
    const walker = document.createTreeWalker(modal ?? document.body, NodeFilter.SHOW_TEXT);
    const cut: string[] = [];
    for (let text = walker.nextNode(); text !== null; text = walker.nextNode()) {
      const parent = text.parentElement;
      if (parent === null || text.textContent?.trim() === '') continue;
      const isDrawn = parent.checkVisibility({ visibilityProperty: true, opacityProperty: true });
      if (!isDrawn || parent.closest('.visually-hidden, .frame-skip, [inert], noscript, option') !== null)
        continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const box = range.getBoundingClientRect();
      const clip = [parent, ...ancestors(parent)].find((each) => styleOf(each).overflowX !== 'visible');
      const isSaid = clip !== undefined && (/auto|scroll/.test(styleOf(clip).overflowX) || hasDots(clip));
      if (isSaid || box.width < 1) continue;
      const edge = clip?.getBoundingClientRect() ?? screen;
      if (box.left < edge.left - slack || box.right > edge.right + slack)
        cut.push(`The text “${text.textContent?.trim().slice(0, 40)}” is cut`);
    }
    return cut;
  }
  function hasDots(element: Element): boolean {
    const { textOverflow, webkitLineClamp } = styleOf(element);
    return textOverflow === 'ellipsis' || webkitLineClamp !== 'none';
  }

  const items = [...(modal ?? document).querySelectorAll<HTMLElement>(interactive)].flatMap((element) => {
    const box = element.getBoundingClientRect();
    const isDrawn = element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    if (!isDrawn || box.width < 2 || box.height < 2 || element.closest('[inert]')) return [];
    const clips = ancestors(element).filter(
      (each) =>
        each !== document.documentElement && each !== document.body && styleOf(each).overflow !== 'visible',
    );
    const hard = clips.filter((each) => !/auto|scroll/.test(styleOf(each).overflow));
    const uncut = hard.reduce<Box>((rest, clip) => intersection(rest, clip.getBoundingClientRect()), box);
    const seen = clips.reduce<Box>((rest, clip) => intersection(rest, clip.getBoundingClientRect()), box);
    return [{ element, box, seen, uncut, bar: barOf(element) }];
  });
  const faults: string[] = [];
  if (modal !== undefined && !isInside(modal.getBoundingClientRect(), screen))
    faults.push('The dialog does not fit on the screen');
  if (modal !== undefined && modal.scrollWidth > modal.clientWidth + slack)
    faults.push('The dialog is wider than its frame');
  faults.push(...cutTexts());
  if (document.documentElement.scrollWidth > innerWidth) faults.push('The page is wider than the screen');

  for (const { element, box, seen, uncut, bar } of items) {
    // In what scrolls, parts may be out of sight; nothing else may cut, and of a bar nothing may be missing.
    const isBar = bar !== undefined && !bar.matches('.frame-list, .frame-skip') && modal === undefined;
    const isBarCut = isBar && bar.matches('.frame-rail') && !(isInside(box, seen) && isInside(box, screen));
    if (isBarCut || !isInside(box, uncut)) faults.push(`${nameOf(element)} is cut`);
    if (element.matches('button, a') && styleOf(element).textOverflow !== 'ellipsis') {
      const range = document.createRange();
      range.selectNodeContents(element);
      const text = range.getBoundingClientRect();
      const isInRow = element.closest('.visually-hidden, .frame-skip') !== null;
      if (!isInRow && text.width > box.width + slack)
        faults.push(`${nameOf(element)} is narrower than its text`);
    }
    // How high it can be tapped, with what is drawn around it for fingers; words in a sentence are as high as their line.
    const x = (box.left + box.right) / 2;
    const y = (box.top + box.bottom) / 2;
    const hit = (at: number) => {
      const found = document.elementFromPoint(x, at);
      return (
        found !== null &&
        // A toast lies over a part of the page for some seconds.
        (element.contains(found) ||
          found.closest('.toast') !== null ||
          (found.contains(element) && found.matches('label')))
      );
    };
    const isFree = modal !== undefined || (box.top > 60 && box.bottom < innerHeight - 80);
    const isInView = isFree && isInside(box, seen) && isInside(box, screen);
    if (
      isInView &&
      hit(y) &&
      styleOf(element).display !== 'inline' &&
      !element.matches('.visually-hidden, input')
    ) {
      let height = 1;
      for (let at = y - 1; hit(at) && at > y - 40; at -= 1) height += 1;
      for (let at = y + 1; hit(at) && at < y + 40; at += 1) height += 1;
      if (height < lowestTarget) faults.push(`${nameOf(element)} can be tapped on ${height} px only`);
    }
  }
  for (const [at, a] of items.entries()) {
    for (const b of items.slice(at + 1)) {
      // The arrows of a strip lie over its ends.
      if (isArrow(a.element) || isArrow(b.element)) continue;
      if (a.bar !== b.bar || a.element.contains(b.element) || b.element.contains(a.element)) continue;
      const common = intersection(a.seen, b.seen);
      if (isEmpty(common) || isInside(a.seen, b.seen) || isInside(b.seen, a.seen)) continue;
      faults.push(`${nameOf(a.element)} overlaps ${nameOf(b.element)}`);
    }
  }
  return [...new Set(faults)];
}

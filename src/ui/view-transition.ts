import { prefersReducedMotion } from './media.ts';

const NAME = 'travelling-icon';

/**
 * Changes the page inside a view transition, in which the icon of that application (`AppIcon` of the same
 * id) moves from where it is to where it will be. Where the browser has no view transitions, or with reduced
 * motion, the page just changes. `update` must change the document before it returns or resolves (`flushSync`).
 */
export async function travel(id: string, update: () => void | Promise<void>): Promise<void> {
  if (typeof document.startViewTransition !== 'function' || prefersReducedMotion()) {
    await update();
    return;
  }
  let named = nameIcon(id);
  const transition = document.startViewTransition(async () => {
    unname(named);
    await update();
    named = nameIcon(id);
  });
  // A transition that is skipped (another began, the page is hidden) has still changed the page.
  await transition.finished.catch(() => undefined);
  unname(named);
}

/** Gives the name to only one icon: a second one with the same name would stop the transition. */
function nameIcon(id: string): HTMLElement | undefined {
  const icons = [...document.querySelectorAll<HTMLElement>('[data-travel]')];
  const seen = icons.filter((icon) => icon.dataset.travel === id && isOnScreen(icon));
  const icon = seen.find((each) => each.closest('a, li')?.contains(document.activeElement)) ?? seen[0];
  icon?.style.setProperty('view-transition-name', NAME);
  return icon;
}

function unname(icon: HTMLElement | undefined): void {
  icon?.style.removeProperty('view-transition-name');
}

function isOnScreen(element: HTMLElement): boolean {
  const box = element.getBoundingClientRect();
  return box.width > 0 && box.bottom > 0 && box.top < window.innerHeight;
}

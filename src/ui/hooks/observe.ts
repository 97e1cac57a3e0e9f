/** Calls back when the element's size changes. Returns a function that stops it. */
export function observeSize(element: Element, changed: () => void): () => void {
  if (!('ResizeObserver' in globalThis)) {
    window.addEventListener('resize', changed);
    return () => window.removeEventListener('resize', changed);
  }
  const observer = new ResizeObserver(changed);
  observer.observe(element);
  return () => observer.disconnect();
}

/**
 * Calls back with whether the element is on the screen, now and at each change; true where the browser cannot tell.
 * `margin` as in `IntersectionObserver.rootMargin`. Returns a function that stops it.
 */
export function observeVisible(
  element: Element,
  changed: (visible: boolean) => void,
  margin = '0px',
): () => void {
  if (!('IntersectionObserver' in globalThis)) {
    changed(true);
    return () => undefined;
  }
  const observer = new IntersectionObserver((entries) => changed(entries.at(-1)?.isIntersecting ?? true), {
    rootMargin: margin,
  });
  observer.observe(element);
  return () => observer.disconnect();
}

import { useState, useSyncExternalStore } from 'react';

let isPressed = false;
const listeners = new Set<() => void>();

function set(pressed: boolean): void {
  if (isPressed === pressed) return;
  isPressed = pressed;
  for (const listener of listeners) listener();
}

/** The click follows the release, in the same turn of the event loop: what it means is done first. */
const handleRelease = (): void => void setTimeout(() => set(false));

if (typeof document !== 'undefined') {
  document.addEventListener('pointerdown', ({ button }) => set(button === 0), { capture: true });
  for (const end of ['pointerup', 'pointercancel'])
    document.addEventListener(end, handleRelease, { capture: true });
  window.addEventListener('blur', handleRelease);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * A value, but while a mouse button or a finger is down, what it was before. Where elements are replaced between a press and
 * its release, the browser reports no click: the tap would be lost.
 */
export function useOnRelease<T>(value: T): T {
  const pressed = useSyncExternalStore(subscribe, () => isPressed);
  const [shown, setShown] = useState(value);
  if (pressed || shown === value) return shown;
  setShown(() => value);
  return value;
}

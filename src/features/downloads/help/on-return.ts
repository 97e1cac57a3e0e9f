/** Milliseconds after which the system's own question has been answered, or was overlooked. */
const maxWaitMs = 45_000;
/** Milliseconds within which a page that comes back has not been left for the system's question. */
const minAbsenceMs = 1_500;

/**
 * Calls back when the person comes to the page again after an install was passed to the system at `since` (ms since
 * 1970), or when a while has passed. Returns a function that stops this.
 */
export function onReturn(since: number, back: () => void): () => void {
  const age = Date.now() - since;
  // A clock that was set back must not make the person wait.
  const timer = setTimeout(back, age < 0 ? maxWaitMs : Math.max(0, maxWaitMs - age));
  const checkVisibility = () => {
    if (document.visibilityState === 'visible' && Date.now() - since > minAbsenceMs) back();
  };
  document.addEventListener('visibilitychange', checkVisibility);
  window.addEventListener('focus', checkVisibility);
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', checkVisibility);
    window.removeEventListener('focus', checkVisibility);
  };
}

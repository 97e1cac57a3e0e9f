/** Milliseconds after which the system's own question has been answered, or was overlooked. */
const maxWait = 45_000;
/** Milliseconds within which a page that comes back has not been left for the system's question. */
const minAbsence = 1_500;

/**
 * Calls back when the person comes to the page again after an install was passed to the system at `since` (ms since
 * 1970), or when a while has passed. Returns a function that stops this.
 */
export function whenBack(since: number, back: () => void): () => void {
  const age = Date.now() - since;
  // A clock that was set back must not make the person wait.
  const timer = setTimeout(back, age < 0 ? maxWait : Math.max(0, maxWait - age));
  const look = () => {
    if (document.visibilityState === 'visible' && Date.now() - since > minAbsence) back();
  };
  document.addEventListener('visibilitychange', look);
  window.addEventListener('focus', look);
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', look);
    window.removeEventListener('focus', look);
  };
}

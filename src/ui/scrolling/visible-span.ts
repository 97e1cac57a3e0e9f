/** Rows from `first` to `last`, and the row that has the focus wherever it is. */
export type Span = { first: number; last: number; focused: number | undefined };

/** Rows drawn beyond either edge, so that fast scrolling shows no gap. */
export const SPARE = 8;

/** The rows of a list that are in view, and `spare` more at either end. Returns `before` when nothing changed. */
export function getVisibleSpan(
  list: HTMLElement | null,
  pane: HTMLElement | null,
  { height, spare }: { height: number; spare: number },
  before: Span,
): Span {
  if (!list) return before;
  const view = pane?.getBoundingClientRect() ?? { top: 0, height: window.innerHeight };
  const gone = view.top - list.getBoundingClientRect().top;
  const first = Math.max(0, Math.floor(gone / height) - spare);
  const last = Math.ceil((gone + view.height) / height) + spare;
  const focused = findFocusedRow(list);
  const same = first === before.first && last === before.last && focused === before.focused;
  return same ? before : { first, last: Math.max(last, first), focused };
}

function findFocusedRow(list: HTMLElement): number | undefined {
  const row = document.activeElement?.closest<HTMLElement>('[data-index]');
  return row && list.contains(row) ? Number(row.dataset.index) : undefined;
}

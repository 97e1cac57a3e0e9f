import { memo, type ReactNode, type Ref, useRef } from 'react';
import { toCssVariables } from '../hooks/vars.ts';
import { useVisibleRows } from './use-visible-rows.ts';
import '../lists/list.css';
import './virtual-list.css';

export type VirtualListProps<T> = {
  label: string;
  items: readonly T[];
  keyOf: (item: T) => string;
  /** Draws one row. All rows have the same height: that of the first row drawn. */
  children: (item: T, index: number) => ReactNode;
  /** How many items exist in all, where that is more than `items`. */
  total?: number;
};

/**
 * A list of any length of which only the visible rows are drawn. It scrolls with its pane, or with the page.
 * Because all rows have one height, nothing is measured or corrected while scrolling.
 */
export function VirtualList<T>({ label, items, keyOf, children, total }: VirtualListProps<T>) {
  const list = useRef<HTMLUListElement>(null);
  const { indexes, height, measure } = useVisibleRows(list, items.length);
  return (
    <ul
      className="list virtual-list"
      aria-label={label}
      ref={list}
      style={toCssVariables({ '--row': `${height}px`, '--all': `${items.length * height}px` })}
    >
      {indexes.map((index, at) => {
        const item = items[index];
        return item === undefined ? null : (
          <Row
            key={keyOf(item)}
            ref={at === 0 ? measure : undefined}
            item={item}
            index={index}
            total={total ?? items.length}
            top={index * height}
            draw={children}
          />
        );
      })}
    </ul>
  );
}

type RowProps<T> = {
  ref: Ref<HTMLLIElement> | undefined;
  item: T;
  index: number;
  total: number;
  top: number;
  draw: (item: T, index: number) => ReactNode;
};

function PlainRow<T>({ ref, item, index, total, top, draw }: RowProps<T>) {
  return (
    <li
      ref={ref}
      data-index={index}
      aria-setsize={total}
      aria-posinset={index + 1}
      style={toCssVariables({ '--at': `${top}px` })}
    >
      {draw(item, index)}
    </li>
  );
}

/** Memoized: while the list scrolls, only new rows are drawn. */
const Row = memo(PlainRow) as typeof PlainRow;

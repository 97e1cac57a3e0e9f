import { type ReactNode, useRef } from 'react';
import { useVisibleRows } from './use-visible-rows.ts';
import { vars } from './vars.ts';
import './list.css';
import './virtual-list.css';

export type VirtualListProps<T> = {
  label: string;
  items: readonly T[];
  keyOf: (item: T) => string;
  /** Draws one row. All rows are of one height: that of the row first drawn. */
  children: (item: T, index: number) => ReactNode;
  /** Where more exist than are here: how many in all. */
  total?: number;
  /** The list's place is kept under this key and found again when the list comes back. */
  place?: string;
};

/**
 * A list of any length of which only what is seen is drawn. It scrolls with its pane, or with the page.
 * Rows of one height need neither measuring nor correcting while a finger scrolls.
 */
export function VirtualList<T>(props: VirtualListProps<T>) {
  return <Rows key={props.place} {...props} />;
}

function Rows<T>({ label, items, keyOf, children, total, place }: VirtualListProps<T>) {
  const list = useRef<HTMLUListElement>(null);
  const { indexes, height, measure } = useVisibleRows(list, items.length, place);
  return (
    <ul
      className="list virtual-list"
      aria-label={label}
      ref={list}
      style={vars({ '--all': `${items.length * height}px` })}
    >
      {indexes.map((index, at) => {
        const item = items[index];
        return item === undefined ? null : (
          <li
            key={keyOf(item)}
            ref={at === 0 ? measure : undefined}
            data-index={index}
            aria-setsize={total ?? items.length}
            aria-posinset={index + 1}
            style={vars({ '--at': `${index * height}px` })}
          >
            {children(item, index)}
          </li>
        );
      })}
    </ul>
  );
}

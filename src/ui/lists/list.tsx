import type { ReactNode } from 'react';
import './list.css';

type ListProps = {
  /** Two columns from 768 px on, for short lists on a wide page. */
  columns?: boolean;
  /** Names the list where no heading does. */
  label?: string;
  children: ReactNode;
};

/** A list of rows with hairlines between them; each child is a `<li>`. */
export function List({ columns = false, label, children }: ListProps) {
  return (
    <ul className="list" data-columns={columns || undefined} aria-label={label}>
      {children}
    </ul>
  );
}

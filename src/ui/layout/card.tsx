import type { ReactNode } from 'react';
import './card.css';

type CardProps = {
  /** Less padding, for lists that have their own. */
  tight?: boolean;
  children: ReactNode;
};

/** A raised surface that groups what belongs together. */
export function Card({ tight = false, children }: CardProps) {
  return (
    <div className="card" data-tight={tight || undefined}>
      {children}
    </div>
  );
}

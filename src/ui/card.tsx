import type { ReactNode } from 'react';
import './card.css';

type CardProps = {
  /** Less room inside, for lists that bring their own. */
  tight?: boolean;
  children: ReactNode;
};

/** A raised surface that holds what belongs together. */
export function Card({ tight = false, children }: CardProps) {
  return (
    <div className="card" data-tight={tight || undefined}>
      {children}
    </div>
  );
}

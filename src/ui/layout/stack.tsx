import type { ReactNode } from 'react';
import './stack.css';

/** Parts below each other with an even gap: a form, the text of a dialog. */
export function Stack({ children }: { children: ReactNode }) {
  return <div className="stack">{children}</div>;
}

/** Parts beside each other that wrap: mostly buttons. `even` makes them equally wide. */
export function Cluster({ even = false, children }: { even?: boolean; children: ReactNode }) {
  return (
    <div className="cluster" data-even={even || undefined}>
      {children}
    </div>
  );
}

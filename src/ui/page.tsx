import type { ReactNode } from 'react';
import './page.css';

type PageProps = {
  /** narrow: forms and single decisions · wide (default): browsing · pane: a list beside a detail. */
  width?: 'narrow' | 'wide' | 'pane';
  /** In the middle of the screen's height, for sign-in and the like. */
  centred?: boolean;
  children: ReactNode;
};

/** The column a screen's parts stand in, with the room between them. */
export function Page({ width = 'wide', centred = false, children }: PageProps) {
  return (
    <div className="page" data-width={width} data-centred={centred || undefined}>
      {children}
    </div>
  );
}

/** Keeps the page's main button in reach above the tabs of a phone; in its place from 768 px on. */
export function StickyAction({ children }: { children: ReactNode }) {
  return <div className="sticky-action">{children}</div>;
}

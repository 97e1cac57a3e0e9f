import type { ReactNode } from 'react';
import './page.css';

type PageProps = {
  /** narrow: forms and single decisions · wide (default): browsing · pane: a list beside a detail. */
  width?: 'narrow' | 'wide' | 'pane';
  /** In the middle of the screen's height, for sign-in and the like. */
  centred?: boolean;
  children: ReactNode;
};

/** The column that holds a screen's parts, with space between them. */
export function Page({ width = 'wide', centred = false, children }: PageProps) {
  return (
    <div className="page" data-width={width} data-centred={centred || undefined}>
      {children}
    </div>
  );
}

/** Keeps the page's main button visible above the tabs of a phone; from 768 px on, it stays in its place. */
export function StickyAction({ children }: { children: ReactNode }) {
  return <div className="sticky-action">{children}</div>;
}

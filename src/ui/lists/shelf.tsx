import type { ReactNode } from 'react';
import { Link } from '../controls/link.tsx';
import { AppIcon, type AppIconProps } from '../pictures/app-icon.tsx';
import { type ArrowLabels, ScrollArrows } from '../scrolling/scroll-arrows.tsx';
import './shelf.css';
import '../scrolling/strip.css';
import { useScroller } from '../scrolling/use-scroller.ts';

type ShelfProps = {
  /** Names the list; the visible heading is that of the `Section` around it. */
  label: string;
  labels: ArrowLabels;
  /** `<li>`s, usually `ShelfItem`s. */
  children: ReactNode;
};

/** A row of application icons that scrolls sideways and snaps. */
export function Shelf({ label, labels, children }: ShelfProps) {
  const { ref, ...scroller } = useScroller<HTMLUListElement>();
  return (
    <div className="shelf" data-start={scroller.atStart || undefined} data-end={scroller.atEnd || undefined}>
      <ul className="shelf-items" aria-label={label} ref={ref}>
        {children}
      </ul>
      <ScrollArrows {...scroller} labels={labels} />
    </div>
  );
}

type ShelfItemProps = { href: string; icon: Omit<AppIconProps, 'size'>; line?: string };

/** One application on a shelf. */
export function ShelfItem({ href, icon, line }: ShelfItemProps) {
  return (
    <li>
      <Link className="shelf-item" href={href}>
        <AppIcon {...icon} size={96} />
        <span className="shelf-name">{icon.name}</span>
        {line && <span className="shelf-line">{line}</span>}
      </Link>
    </li>
  );
}

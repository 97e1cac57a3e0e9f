import {
  type MouseEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import '../feedback/badge.css';
import './frame.css';
import { Link } from '../controls/link.tsx';
import { Icon, type IconName } from '../pictures/icons.tsx';
import { watchArea } from '../scrolling/scroll-memory.ts';
import { ScrollPane } from '../scrolling/scroll-pane.ts';
import { SIDE_BY_SIDE, useMedia } from './media.ts';

export type NavItem = {
  href: string;
  label: string;
  icon: IconName;
  /** Whether the screen belongs to this item; `page`: it is the item's own. */
  current: boolean | 'page';
  /** A number on the icon, and what it means for screen readers ("2 updates"). */
  badge?: { text: string; label: string } | undefined;
};

type FrameProps = {
  nav: readonly NavItem[];
  labels: { nav: string; skip: string };
  /** Above and below the rail's links, from 768 px on. */
  railStart?: ReactNode;
  railEnd?: ReactNode;
  /** A `Main`. */
  children: ReactNode;
};

/**
 * The frame around every screen: bottom tabs on a phone, a rail from 768 px. It stays while screens change: a tap on its
 * navigation that begins on one screen and ends on the next counts.
 */
export function Frame({ nav, labels, railStart, railEnd, children }: FrameProps) {
  return (
    <div className="frame">
      <a className="frame-skip" href="#main" onClick={skip}>
        {labels.skip}
      </a>
      <header className="frame-rail">
        {railStart && <div className="frame-slot">{railStart}</div>}
        <Navigation items={nav} label={labels.nav} />
        {railEnd && <div className="frame-slot">{railEnd}</div>}
      </header>
      {children}
    </div>
  );
}

/** Focuses the content; as a link of the browser it would be a further entry of the history. */
function skip(event: MouseEvent): void {
  event.preventDefault();
  document.getElementById('main')?.focus();
}

type MainProps = {
  /** A list that is shown beside the detail from 1,100 px on; on narrower screens, one of the two is shown. */
  list?: { label: string; content: ReactNode };
  showing?: 'list' | 'detail';
  children: ReactNode;
};

/** What a screen shows within the frame; list and detail side by side from 1,100 px. */
export function Main({ list, showing = 'detail', children }: MainProps) {
  return (
    <main className="frame-main" id="main" tabIndex={-1} data-split={list ? showing : undefined}>
      {list && <ListPane label={list.label}>{list.content}</ListPane>}
      <div className="frame-detail">{children}</div>
    </main>
  );
}

/**
 * The list's pane: beside the detail it scrolls by itself, otherwise with the page. The element stays known when React
 * detaches the ref, as it does while something inside waits for code or words: to forget it would take what waits out of
 * the page, which ends the wait, which brings the element back, and so on for ever.
 */
function ListPane({ label, children }: { label: string; children: ReactNode }) {
  const beside = useMedia(SIDE_BY_SIDE);
  const [pane, setPane] = useState<HTMLElement | null>(null);
  const attach = useCallback((element: HTMLElement | null) => {
    if (element !== null) setPane(element);
  }, []);
  useLayoutEffect(() => {
    const content = pane?.firstElementChild;
    return beside && pane && content ? watchArea('list', pane, content) : undefined;
  }, [beside, pane]);
  return (
    <section className="frame-list" ref={attach} aria-label={label}>
      <ScrollPane value={beside ? pane : null}>{beside && !pane ? null : children}</ScrollPane>
    </section>
  );
}

function Navigation({ items, label }: { items: readonly NavItem[]; label: string }) {
  const row = useRef<HTMLElement>(null);
  const current = items.findIndex((item) => item.current !== false);
  useEffect(() => showInRow(row.current, current), [current]);
  return (
    <nav className="frame-nav" aria-label={label} ref={row}>
      {items.map((item) => (
        <Link key={item.href} href={item.href} aria-current={item.current || undefined}>
          <span className="frame-mark">
            <Icon name={item.icon} />
            {item.badge && <em aria-hidden="true">{item.badge.text}</em>}
          </span>
          <span>{item.label}</span>
          {item.badge && ' '}
          {item.badge && <span className="visually-hidden">{item.badge.label}</span>}
        </Link>
      ))}
    </nav>
  );
}

/** With very large text the tabs scroll sideways: this scrolls the current one into view. */
function showInRow(row: HTMLElement | null, index: number): void {
  const link = row?.children[index];
  if (row && link instanceof HTMLElement) {
    row.scrollLeft = link.offsetLeft + (link.offsetWidth - row.clientWidth) / 2;
  }
}

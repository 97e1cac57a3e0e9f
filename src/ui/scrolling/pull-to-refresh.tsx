import { type ReactNode, type TouchEvent, useRef, useState } from 'react';
import { Icon } from '../pictures/icons.tsx';
import './pull-to-refresh.css';
import { useScrollPane } from './scroll-pane.ts';

type PullToRefreshProps = {
  /** Read aloud while it refreshes. */
  label: string;
  onRefresh: () => Promise<unknown>;
  children: ReactNode;
};

/** Pixels to pull before letting go refreshes. */
const MIN_DISTANCE_PX = 72;
const MAX_DISTANCE_PX = 112;

/** Refreshes when a finger pulls the top of the page down; a mouse never does. */
export function PullToRefresh({ label, onRefresh, children }: PullToRefreshProps) {
  const pane = useScrollPane();
  const root = useRef<HTMLDivElement>(null);
  const from = useRef<number>(undefined);
  const pulled = useRef(0);
  const [busy, setBusy] = useState(false);

  const move = (distance: number) => {
    pulled.current = distance;
    root.current?.style.setProperty('--pull', `${distance}px`);
    root.current?.style.setProperty('--turn', `${(distance / MIN_DISTANCE_PX) * 270}deg`);
  };
  const start = ({ touches }: TouchEvent) => {
    const atTop = (pane ? pane.scrollTop : window.scrollY) <= 0;
    from.current = atTop && !busy && touches.length === 1 ? touches[0]?.clientY : undefined;
  };
  const drag = ({ touches }: TouchEvent) => {
    const at = touches[0]?.clientY;
    if (from.current === undefined || at === undefined) return;
    move(Math.min(MAX_DISTANCE_PX, Math.max(0, (at - from.current) * 0.55)));
  };
  const release = async () => {
    const enough = pulled.current >= MIN_DISTANCE_PX;
    from.current = undefined;
    move(0);
    if (!enough) return;
    setBusy(true);
    try {
      await onRefresh();
    } finally {
      setBusy(false);
    }
  };
  return (
    <div
      ref={root}
      onTouchStart={start}
      onTouchMove={drag}
      onTouchEnd={release}
      onTouchCancel={() => move(0)}
    >
      <output className="pull" data-busy={busy || undefined}>
        <span className="pull-disc">
          <Icon name="refresh" />
        </span>
        {busy && <span className="visually-hidden">{label}</span>}
      </output>
      {children}
    </div>
  );
}

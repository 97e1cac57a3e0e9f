import { IconButton } from '../controls/icon-button.tsx';
import './scroll-arrows.css';
import type { Scroller } from './use-scroller.ts';

export type ArrowLabels = { previous: string; next: string };

type ScrollArrowsProps = Pick<Scroller<HTMLElement>, 'atStart' | 'atEnd' | 'move'> & { labels: ArrowLabels };

/** Arrows over a sideways scroller, for a mouse: fingers swipe, and the keyboard focuses what is inside. */
export function ScrollArrows({ atStart, atEnd, move, labels }: ScrollArrowsProps) {
  return (
    <div className="scroll-arrows">
      <span hidden={atStart}>
        <IconButton icon="back" ground="floating" label={labels.previous} onClick={() => move(-1)} />
      </span>
      <span hidden={atEnd}>
        <IconButton icon="forward" ground="floating" label={labels.next} onClick={() => move(1)} />
      </span>
    </div>
  );
}

import {
  type KeyboardEvent,
  type RefObject,
  type TouchEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { IconButton } from '../controls/icon-button.tsx';
import './lightbox.css';
import { openModal } from '../feedback/modal.ts';
import { useScroller } from '../scrolling/use-scroller.ts';
import type { LightboxLabels, Screenshot } from './screenshot.ts';

type LightboxProps = {
  shots: readonly Screenshot[];
  start: number;
  label: string;
  labels: LightboxLabels;
  onClose: () => void;
};

/** Pixels that a finger moves down before letting go closes the window. */
const MIN_DISTANCE_PX = 96;

/**
 * Pictures as large as the screen, each in its own aspect ratio: swipe sideways, arrow keys, or buttons; zoom; a swipe
 * down or Escape closes. Loaded on first use.
 */
export default function Lightbox({ shots, start, label, labels, onClose }: LightboxProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { ref: slides, index, show } = useScroller<HTMLUListElement>();
  const [zoomed, setZoomed] = useState(false);
  useOpened(dialog, slides, show, start);
  const swipe = useSwipeDown(slides, !zoomed, () => dialog.current?.close());

  const showNext = (step: 1 | -1) => {
    setZoomed(false);
    show(Math.min(shots.length - 1, Math.max(0, index + step)));
  };
  const press = (event: KeyboardEvent) => {
    const step = getStep(event);
    if (step === undefined) return;
    event.preventDefault();
    showNext(step);
  };
  // Not when React has opened it a second time, as it does while the catalog is developed.
  const handleClosed = () => {
    if (!dialog.current?.open) onClose();
  };
  return (
    <dialog
      className="lightbox"
      ref={dialog}
      aria-label={label}
      onClose={handleClosed}
      onKeyDown={press}
      {...swipe}
    >
      <ul className="lightbox-slides" ref={slides} data-zoomed={zoomed || undefined}>
        {shots.map((shot, at) => (
          <li key={shot.src} inert={at !== index}>
            <button
              type="button"
              title={labels.zoom}
              aria-pressed={zoomed}
              onClick={() => setZoomed(!zoomed)}
            >
              <img
                src={shot.src}
                srcSet={shot.srcSet}
                sizes="100vw"
                alt={shot.alt}
                width={shot.width}
                height={shot.height}
              />
            </button>
          </li>
        ))}
      </ul>
      <output className="lightbox-position number">
        {labels.position({ position: index + 1, total: shots.length })}
      </output>
      <div className="lightbox-close">
        <IconButton icon="close" label={labels.close} onClick={() => dialog.current?.close()} />
      </div>
      <div className="lightbox-turn">
        <IconButton icon="back" label={labels.previous} disabled={index === 0} onClick={() => showNext(-1)} />
        <IconButton
          icon="forward"
          label={labels.next}
          disabled={index === shots.length - 1}
          onClick={() => showNext(1)}
        />
      </div>
    </dialog>
  );
}

/** Scrolls to the chosen picture when the window opens, without animation. */
function useOpened(
  dialog: RefObject<HTMLDialogElement | null>,
  slides: RefObject<HTMLUListElement | null>,
  show: (index: number) => void,
  start: number,
): void {
  const begin = useEffectEvent(() => show(start));
  useEffect(() => {
    const close = dialog.current ? openModal(dialog.current) : undefined;
    slides.current?.style.setProperty('scroll-behavior', 'auto');
    begin();
    slides.current?.style.removeProperty('scroll-behavior');
    return close;
  }, [dialog, slides]);
}

/**
 * Closes the window when one finger has moved the pictures down far enough. A finger that first moves sideways, or a
 * second one, is the browser's: it turns the pages, or enlarges.
 */
function useSwipeDown(slides: RefObject<HTMLElement | null>, enabled: boolean, close: () => void) {
  const from = useRef<{ x: number; y: number }>(undefined);
  const moved = useRef(0);
  const move = (distance: number) => {
    moved.current = distance;
    slides.current?.style.setProperty('--moved', `${distance}px`);
  };
  const end = () => {
    from.current = undefined;
    move(0);
  };
  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      const finger = touches[0];
      end();
      if (enabled && finger && touches.length === 1) from.current = { x: finger.clientX, y: finger.clientY };
    },
    onTouchMove: ({ touches }: TouchEvent) => {
      const finger = touches[0];
      if (!finger || !from.current) return;
      const down = finger.clientY - from.current.y;
      const isSideways = moved.current === 0 && Math.abs(finger.clientX - from.current.x) > Math.abs(down);
      if (touches.length > 1 || isSideways) end();
      else move(Math.max(0, down));
    },
    onTouchEnd: () => {
      const isEnough = moved.current >= MIN_DISTANCE_PX;
      end();
      if (isEnough) close();
    },
    onTouchCancel: end,
  };
}

/** The step of an arrow key, in the reading direction of the page. */
function getStep(event: KeyboardEvent): 1 | -1 | undefined {
  if (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft') return undefined;
  const rightwards = event.key === 'ArrowRight';
  const rightToLeft = getComputedStyle(event.currentTarget).direction === 'rtl';
  return rightwards === rightToLeft ? -1 : 1;
}

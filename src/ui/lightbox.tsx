import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { IconButton } from './icon-button.tsx';
import './lightbox.css';
import type { LightboxLabels, Screenshot } from './screenshot.ts';
import { useScroller } from './scrolling/use-scroller.ts';

type LightboxProps = {
  shots: readonly Screenshot[];
  start: number;
  label: string;
  labels: LightboxLabels;
  onClose: () => void;
};

/** Pictures as large as the screen: swipe, arrow keys, or buttons; zoom; Escape. Loaded on first use. */
export default function Lightbox({ shots, start, label, labels, onClose }: LightboxProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { ref: slides, index, show } = useScroller<HTMLUListElement>();
  const [zoomed, setZoomed] = useState(false);
  useOpened(dialog, slides, show, start);

  const turn = (step: 1 | -1) => {
    setZoomed(false);
    show(Math.min(shots.length - 1, Math.max(0, index + step)));
  };
  const press = (event: KeyboardEvent) => {
    const step = stepOf(event);
    if (step === undefined) return;
    event.preventDefault();
    turn(step);
  };
  return (
    <dialog className="lightbox" ref={dialog} aria-label={label} onClose={onClose} onKeyDown={press}>
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
      <output className="lightbox-position number">{labels.position(index + 1, shots.length)}</output>
      <div className="lightbox-close">
        <IconButton icon="close" label={labels.close} onClick={() => dialog.current?.close()} />
      </div>
      <div className="lightbox-turn">
        <IconButton icon="back" label={labels.previous} disabled={index === 0} onClick={() => turn(-1)} />
        <IconButton
          icon="forward"
          label={labels.next}
          disabled={index === shots.length - 1}
          onClick={() => turn(1)}
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
    dialog.current?.showModal();
    slides.current?.style.setProperty('scroll-behavior', 'auto');
    begin();
    slides.current?.style.removeProperty('scroll-behavior');
  }, [dialog, slides]);
}

/** The step of an arrow key, in the reading direction of the page. */
function stepOf(event: KeyboardEvent): 1 | -1 | undefined {
  if (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft') return undefined;
  const rightwards = event.key === 'ArrowRight';
  const rightToLeft = getComputedStyle(event.currentTarget).direction === 'rtl';
  return rightwards === rightToLeft ? -1 : 1;
}

import { lazy, Suspense, useState } from 'react';
import { Icon } from './icons.tsx';
import type { LightboxLabels, Screenshot } from './screenshot.ts';
import './screenshots.css';
import '../scrolling/strip.css';
import { toCssVariables } from '../hooks/vars.ts';
import { ScrollArrows } from '../scrolling/scroll-arrows.tsx';
import { useScroller } from '../scrolling/use-scroller.ts';

const Lightbox = lazy(() => import('./lightbox.tsx'));

type ScreenshotsProps = {
  label: string;
  /** `open` names the button on each picture; it gets the picture's `alt`. */
  labels: LightboxLabels & { open: (values: { picture: string }) => string };
  shots: readonly Screenshot[];
};

/** Screenshots side by side in their own aspect ratio; pressing one shows it as large as the screen. */
export function Screenshots({ label, labels, shots }: ScreenshotsProps) {
  const { ref, ...scroller } = useScroller<HTMLUListElement>();
  const [chosen, setChosen] = useState<number>();
  return (
    <section className="screenshots" aria-label={label}>
      <ul className="screenshots-items" ref={ref}>
        {shots.map((shot, at) => (
          <li key={shot.src}>
            <Thumbnail shot={shot} label={labels.open({ picture: shot.alt })} onOpen={() => setChosen(at)} />
          </li>
        ))}
      </ul>
      <ScrollArrows {...scroller} labels={labels} />
      {chosen !== undefined && (
        <Suspense>
          <Lightbox
            shots={shots}
            start={chosen}
            label={label}
            labels={labels}
            onClose={() => setChosen(undefined)}
          />
        </Suspense>
      )}
    </section>
  );
}

type ThumbnailProps = { shot: Screenshot; label: string; onOpen: () => void };

function Thumbnail({ shot, label, onOpen }: ThumbnailProps) {
  const [broken, setBroken] = useState<string>();
  return (
    <button
      type="button"
      className="screenshot"
      aria-label={label}
      style={toCssVariables({ '--ratio': shot.width / shot.height })}
      onClick={onOpen}
    >
      {broken === shot.src ? (
        <Icon name="offline" />
      ) : (
        <img
          src={shot.src}
          srcSet={shot.srcSet}
          sizes="(min-width: 768px) 240px, 200px"
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setBroken(shot.src)}
        />
      )}
    </button>
  );
}

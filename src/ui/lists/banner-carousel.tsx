import { type ReactNode, useState } from 'react';
import './banner-carousel.css';
import { Link } from '../controls/link.tsx';
import { type ArrowLabels, ScrollArrows } from '../scrolling/scroll-arrows.tsx';
import { useScroller } from '../scrolling/use-scroller.ts';

type BannerCarouselProps = {
  label: string;
  labels: ArrowLabels;
  /** `Banner`s. */
  children: ReactNode[];
};

/** Wide banners side by side. Nothing moves by itself: the person swipes, presses an arrow, or tabs to the next. */
export function BannerCarousel({ label, labels, children }: BannerCarouselProps) {
  const { ref, ...scroller } = useScroller<HTMLUListElement>();
  return (
    <section className="banners" aria-label={label} data-single={children.length === 1 || undefined}>
      <ul className="banners-items" ref={ref}>
        {children}
      </ul>
      <ScrollArrows {...scroller} labels={labels} />
      {children.length > 1 && (
        <div className="banners-dots" aria-hidden="true">
          {children.map((_, at) => (
            <i key={at} data-on={at === scroller.index || undefined} />
          ))}
        </div>
      )}
    </section>
  );
}

type BannerProps = {
  href: string;
  /** The small line above. */
  kicker?: string;
  title: string;
  /** A picture from the organization, darkened so that the words stay readable. */
  image?: { src: string; srcSet?: string };
  /** The first banner loads its picture at once. */
  first?: boolean;
};

/** One banner: a picture, or, without one or when it cannot be loaded, the organization's colour with contour lines. */
export function Banner({ href, kicker, title, image, first = false }: BannerProps) {
  const [broken, setBroken] = useState<string | null>(null);
  return (
    <li>
      <Link className="banner" href={href}>
        {image && image.src !== broken ? (
          <img
            {...image}
            onError={() => setBroken(image.src)}
            sizes="(min-width: 768px) 640px, 100vw"
            alt=""
            loading={first ? 'eager' : 'lazy'}
            decoding="async"
          />
        ) : (
          <Contours />
        )}
        <span className="banner-words">
          {kicker && <small>{kicker}</small>}
          {kicker && ' '}
          <strong>{title}</strong>
        </span>
      </Link>
    </li>
  );
}

/** Contour lines, as on a map. */
function Contours() {
  return (
    <svg className="banner-art" viewBox="0 0 320 140" preserveAspectRatio="xMaxYMid slice" aria-hidden="true">
      {[0, 1, 2, 3, 4, 5, 6].map((at) => (
        <path key={at} d={CONTOUR} transform={`translate(${at * 5} ${at * 13 - 46})`} />
      ))}
      <circle cx="258" cy="36" r="20" />
    </svg>
  );
}

const CONTOUR = 'M-40 96C30 40 66 128 138 82s86-18 142-58 60-20 90-40';

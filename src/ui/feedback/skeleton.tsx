import type { ReactNode } from 'react';
import './skeleton.css';

type SkeletonProps = {
  /** Announced by screen readers ("Loading"). */
  label: string;
  children: ReactNode;
};

/** A placeholder while something loads: announced once; the shapes go inside. */
export function Skeleton({ label, children }: SkeletonProps) {
  return (
    <div className="skeleton">
      <output className="visually-hidden">{label}</output>
      {children}
    </div>
  );
}

/** Placeholder for lines of text; the last is shorter. */
export function SkeletonText({ lines = 3 }: { lines?: number }) {
  return (
    <div className="skeleton-text" aria-hidden="true">
      {repeat(lines, (at) => (
        <i key={at} className="bone" />
      ))}
    </div>
  );
}

/** Placeholder for the rows of a list. */
export function SkeletonRows({ count = 6 }: { count?: number }) {
  return (
    <div aria-hidden="true">
      {repeat(count, (at) => (
        <div key={at} className="skeleton-row">
          <i className="bone" />
          <SkeletonText lines={2} />
          <i className="bone" />
        </div>
      ))}
    </div>
  );
}

/** Placeholder for a heading and a shelf. */
export function SkeletonShelf({ count = 8 }: { count?: number }) {
  return (
    <div className="skeleton-shelf" aria-hidden="true">
      <i className="bone" />
      <div>
        {repeat(count, (at) => (
          <i key={at} className="bone" />
        ))}
      </div>
    </div>
  );
}

/** Placeholder for the banner. */
export function SkeletonBanner() {
  return <i className="bone skeleton-banner" aria-hidden="true" />;
}

/** Placeholder for an application's page: icon, name, facts, button, text. */
export function SkeletonPage() {
  return (
    <div className="skeleton-page" aria-hidden="true">
      <div className="skeleton-head">
        <i className="bone" />
        <SkeletonText lines={2} />
      </div>
      <i className="bone skeleton-strip" />
      <i className="bone skeleton-button" />
      <SkeletonText lines={4} />
    </div>
  );
}

function repeat(count: number, draw: (at: number) => ReactNode): ReactNode[] {
  return Array.from({ length: count }, (_, at) => draw(at));
}

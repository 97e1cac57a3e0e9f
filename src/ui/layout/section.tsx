import { type ReactNode, useId } from 'react';
import { Link } from '../controls/link.tsx';
import './section.css';

type SectionProps = {
  title: string;
  /** A link at the end of the heading, such as "See all". `label`: its full name for screen readers. */
  more?: { href: string; text: string; label?: string };
  /** What is shown at the end of the heading in place of a link. */
  action?: ReactNode;
  children: ReactNode;
};

/** A part of a page under a heading of the second level. */
export function Section({ title, more, action, children }: SectionProps) {
  const id = useId();
  return (
    <section className="section" aria-labelledby={id}>
      <div className="section-head">
        <h2 id={id}>{title}</h2>
        {more && (
          <Link className="section-more" href={more.href} aria-label={more.label}>
            {more.text}
          </Link>
        )}
        {action}
      </div>
      {children}
    </section>
  );
}

import type { ReactNode } from 'react';
import { Link } from '../controls/link.tsx';
import { Icon, type IconName } from '../pictures/icons.tsx';
import './status-line.css';

type StatusLineProps = {
  icon?: IconName;
  live?: boolean;
  /** The page that tells more. */
  href?: string;
  children: ReactNode;
};

/**
 * Status lines of a page, at the end of the screen and over its content: they come and go while somebody reads, and move
 * nothing.
 */
export function StatusLines({ children }: { children: ReactNode }) {
  return <div className="status-lines">{children}</div>;
}

/** A short, unobtrusive status: offline, saved two hours ago, will be sent. */
export function StatusLine({ icon = 'cloud', live = false, href, children }: StatusLineProps) {
  return (
    <p className="status-line" role={live ? 'status' : undefined}>
      <Icon name={icon} />
      {href === undefined ? <span>{children}</span> : <Link href={href}>{children}</Link>}
    </p>
  );
}

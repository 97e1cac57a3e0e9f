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

/** A short, unobtrusive status: offline, saved two hours ago, will be sent. */
export function StatusLine({ icon = 'cloud', live = false, href, children }: StatusLineProps) {
  return (
    <p className="status-line" role={live ? 'status' : undefined}>
      <Icon name={icon} />
      {href === undefined ? <span>{children}</span> : <Link href={href}>{children}</Link>}
    </p>
  );
}

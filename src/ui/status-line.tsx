import type { ReactNode } from 'react';
import { Icon, type IconName } from './icons.tsx';
import './status-line.css';

type StatusLineProps = { icon?: IconName; live?: boolean; children: ReactNode };

/** A short, unobtrusive status: offline, saved two hours ago, will be sent. */
export function StatusLine({ icon = 'cloud', live = false, children }: StatusLineProps) {
  return (
    <p className="status-line" role={live ? 'status' : undefined}>
      <Icon name={icon} />
      <span>{children}</span>
    </p>
  );
}

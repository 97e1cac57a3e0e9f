import type { ReactNode } from 'react';
import './empty-state.css';
import { Icon, type IconName } from '../pictures/icons.tsx';

type EmptyStateProps = {
  icon?: IconName;
  title: string;
  /** `h1` where nothing else is on the screen. Default `h2`. */
  heading?: 'h1' | 'h2';
  /** Why it is empty. */
  children?: ReactNode;
  /** The next step. */
  action?: ReactNode;
};

/** Shown where there is nothing: why, and what to do next. */
export function EmptyState({
  icon = 'inbox',
  title,
  heading: Heading = 'h2',
  children,
  action,
}: EmptyStateProps) {
  return (
    <div className="empty-state">
      <span className="empty-state-icon">
        <Icon name={icon} />
      </span>
      <Heading>{title}</Heading>
      {children && <p className="quiet">{children}</p>}
      {action && <div className="empty-state-action">{action}</div>}
    </div>
  );
}

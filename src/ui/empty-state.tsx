import type { ReactNode } from 'react';
import './empty-state.css';
import { Icon, type IconName } from './icons.tsx';

type EmptyStateProps = {
  icon?: IconName;
  title: string;
  /** Why it is empty. */
  children?: ReactNode;
  /** The next step. */
  action?: ReactNode;
};

/** What stands where there is nothing: why, and what to do next. */
export function EmptyState({ icon = 'inbox', title, children, action }: EmptyStateProps) {
  return (
    <div className="empty-state">
      <span className="empty-state-icon">
        <Icon name={icon} />
      </span>
      <h2>{title}</h2>
      {children && <p className="quiet">{children}</p>}
      {action && <div className="empty-state-action">{action}</div>}
    </div>
  );
}

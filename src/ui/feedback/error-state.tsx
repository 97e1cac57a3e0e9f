import type { ReactNode } from 'react';
import { EmptyState } from './empty-state.tsx';
import './error-state.css';
import type { Fact } from '../lists/facts.tsx';
import { Details } from '../lists/facts.tsx';
import type { IconName } from '../pictures/icons.tsx';

type ErrorStateProps = {
  icon?: IconName;
  /** What happened. */
  title: string;
  /** `h1` where nothing else is on the screen. Default `h2`. */
  heading?: 'h1' | 'h2';
  /** What is not lost ("What you wrote is kept"), and what to do. */
  children: ReactNode;
  action?: ReactNode;
  /** For support: the code and the guid of the request, folded away. */
  details?: { summary: string; facts: readonly Fact[] };
};

/** Says what failed, what is not lost and what to do; the codes are folded away under "details". */
export function ErrorState({
  icon = 'warning',
  title,
  heading = 'h2',
  children,
  action,
  details,
}: ErrorStateProps) {
  return (
    <div className="error-state" role="alert">
      <EmptyState icon={icon} title={title} heading={heading} action={action}>
        {children}
      </EmptyState>
      {details && <ErrorDetails {...details} />}
    </div>
  );
}

/** Codes for support, folded away; also for use under a `Note`. */
export function ErrorDetails({ summary, facts }: { summary: string; facts: readonly Fact[] }) {
  return (
    <details className="error-details">
      <summary>{summary}</summary>
      <Details facts={facts} />
    </details>
  );
}

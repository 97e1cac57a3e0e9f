import type { ReactNode } from 'react';
import { EmptyState } from './empty-state.tsx';
import './error-state.css';
import type { Fact } from './facts.tsx';
import { Details } from './facts.tsx';
import type { IconName } from './icons.tsx';

type ErrorStateProps = {
  icon?: IconName;
  /** What happened. */
  title: string;
  /** `h1` where it is all that the screen has. Default `h2`. */
  heading?: 'h1' | 'h2';
  /** What is safe ("What you wrote is kept"), and what to do. */
  children: ReactNode;
  action?: ReactNode;
  /** For support: the code and the guid of the request, folded away. */
  details?: { summary: string; facts: readonly Fact[] };
};

/** Something failed: what, what is safe, what to do; codes only behind "details". */
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

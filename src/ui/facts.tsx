import type { ReactNode } from 'react';
import './facts.css';

export type Fact = { label: string; value: ReactNode };

/** A strip of short facts with hairlines between; wraps where there is no room. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="facts">
      {facts.map((fact) => (
        <div key={fact.label}>
          <dt>{fact.label}</dt>
          <dd>{fact.value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The same facts at length: name at the start, value at the end, a line each. */
export function Details({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="details">
      {facts.map((fact) => (
        <div key={fact.label}>
          <dt>{fact.label}</dt>
          <dd>{fact.value}</dd>
        </div>
      ))}
    </dl>
  );
}

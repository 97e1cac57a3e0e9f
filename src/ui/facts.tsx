import type { ReactNode } from 'react';
import './facts.css';

export type Fact = { label: string; value: ReactNode };

/** A row of short facts with hairlines between them; it wraps where there is no room. */
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

/** Facts as a list: a line each, with the name at the start and the value at the end. */
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

import type { ReactNode } from 'react';
import './facts.css';

export type Fact = { label: string; value: ReactNode };

/** A row of short facts with hairlines between them; it wraps where there is no room. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="facts">
      <Lines facts={facts} />
    </dl>
  );
}

/** Facts as a list: a line each, with the name at the start and the value at the end. */
export function Details({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="details">
      <Lines facts={facts} />
    </dl>
  );
}

const Lines = ({ facts }: { facts: readonly Fact[] }) =>
  facts.map((fact) => (
    <div key={fact.label}>
      <dt>{fact.label}</dt>
      <dd>{fact.value}</dd>
    </div>
  ));

import { type ReactNode, useId } from 'react';
import './chips.css';
import { Icon } from './icons.tsx';
import { Link } from './link.tsx';

export type ChipOption<V extends string> = { value: V; label: string };

type ChipChoiceProps<V extends string> = {
  label: string;
  options: readonly ChipOption<V>[];
  value: V;
  onChange: (value: V) => void;
};

/** One of several, as chips: a radio group, moved through with the arrow keys. */
export function ChipChoice<V extends string>({ label, options, value, onChange }: ChipChoiceProps<V>) {
  const name = useId();
  return (
    <fieldset className="chips" aria-label={label}>
      {options.map((option) => (
        <label key={option.value} className="chip">
          <input
            type="radio"
            name={name}
            className="visually-hidden"
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}

/** One of many in the system's own list, in the room of a chip. `label` stands before what is chosen. */
export function ChipSelect<V extends string>({ label, options, value, onChange }: ChipChoiceProps<V>) {
  const choose = (chosen: string) => {
    const option = options.find((each) => each.value === chosen);
    if (option) onChange(option.value);
  };
  return (
    <label className="chip chip-select">
      <span className="chip-label">{label}</span>
      <select value={value} onChange={(event) => choose(event.target.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <Icon name="down" />
    </label>
  );
}

type ChipToggleProps = { on: boolean; onToggle: (on: boolean) => void; children: ReactNode };

/** One filter that is on or off; several stand in a `ChipRow`. */
export function ChipToggle({ on, onToggle, children }: ChipToggleProps) {
  return (
    <button type="button" className="chip" aria-pressed={on} onClick={() => onToggle(!on)}>
      {children}
    </button>
  );
}

/** Chips in a line that scrolls; `label` names the group. */
export function ChipRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <fieldset className="chips" aria-label={label}>
      {children}
    </fieldset>
  );
}

/** Several rows of chips that belong together, close to each other. */
export function ChipRows({ children }: { children: ReactNode }) {
  return <div className="chip-rows">{children}</div>;
}

type ChipLinksProps = {
  label: string;
  links: readonly { href: string; label: string; current?: boolean }[];
};

/** Chips that lead somewhere, such as the categories. */
export function ChipLinks({ label, links }: ChipLinksProps) {
  return (
    <nav className="chips" aria-label={label}>
      {links.map((link) => (
        <Link
          key={link.href}
          className="chip"
          href={link.href}
          aria-current={link.current ? 'page' : undefined}
        >
          {link.label}
        </Link>
      ))}
    </nav>
  );
}

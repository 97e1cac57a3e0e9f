import { type ReactNode, useId, useRef } from 'react';
import './chips.css';
import '../scrolling/strip.css';
import { Icon } from '../pictures/icons.tsx';
import { Link } from './link.tsx';

export type ChipOption<V extends string> = { value: V; label: string };

type ChipChoiceProps<V extends string> = {
  label: string;
  options: readonly ChipOption<V>[];
  value: V;
  onChange: (value: V) => void;
};

/** A choice of one among several, as chips: a radio group, which the arrow keys move through. */
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

type ChipSelectProps<V extends string> = ChipChoiceProps<V> & {
  /** For a filter: the option that removes it, and the name of the cross that chooses it. */
  none?: { value: V; label: string };
};

/**
 * A choice of one among many in the system's own list, drawn as a chip. `label` is shown before the chosen option; a filter
 * that is set is drawn as such, with a cross that removes it.
 */
export function ChipSelect<V extends string>({ label, options, value, onChange, none }: ChipSelectProps<V>) {
  const list = useRef<HTMLSelectElement>(null);
  const isSet = none !== undefined && value !== none.value;
  const choose = (chosen: string) => {
    const option = options.find((each) => each.value === chosen);
    if (option) onChange(option.value);
  };
  const remove = () => {
    if (none !== undefined) onChange(none.value);
    // The cross goes; the keyboard stays at the filter.
    list.current?.focus();
  };
  return (
    <span className="chip chip-select" data-set={isSet || undefined}>
      <label>
        <span className={isSet ? 'visually-hidden' : 'chip-label'}>{label}</span>
        <select ref={list} value={value} onChange={(event) => choose(event.target.value)}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        {!isSet && <Icon name="down" />}
      </label>
      {isSet && (
        <button
          type="button"
          className="chip-remove"
          aria-label={none.label}
          title={none.label}
          onClick={remove}
        >
          <Icon name="close" />
        </button>
      )}
    </span>
  );
}

type ChipToggleProps = { on: boolean; onToggle: (on: boolean) => void; children: ReactNode };

/** A filter that is on, with a cross, or off; put several into a `ChipRow`. */
export function ChipToggle({ on, onToggle, children }: ChipToggleProps) {
  return (
    <button type="button" className="chip" aria-pressed={on} onClick={() => onToggle(!on)}>
      {children}
      {on && <Icon name="close" />}
    </button>
  );
}

/** A line of chips that scrolls; `label` names the group. */
export function ChipRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <fieldset className="chips" aria-label={label}>
      {children}
    </fieldset>
  );
}

/** Several rows of chips that belong together, drawn close to each other. */
export function ChipRows({ children }: { children: ReactNode }) {
  return <div className="chip-rows">{children}</div>;
}

type ChipLinksProps = {
  label: string;
  links: readonly { href: string; label: string; current?: boolean }[];
};

/** Chips that are links, such as the categories. */
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

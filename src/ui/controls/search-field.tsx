import { type ComponentPropsWithoutRef, useRef } from 'react';
import './field.css';
import { Icon } from '../pictures/icons.tsx';
import { IconButton } from './icon-button.tsx';
import './search-field.css';

type SearchFieldProps = {
  /** Names the field; shown as its placeholder too. */
  label: string;
  clearLabel: string;
  value: string;
  onChange: (value: string) => void;
} & Omit<ComponentPropsWithoutRef<'input'>, 'value' | 'onChange' | 'type' | 'className'>;

/** A search field with a button to clear it. */
export function SearchField({ label, clearLabel, value, onChange, ...input }: SearchFieldProps) {
  const ref = useRef<HTMLInputElement>(null);
  const clear = () => {
    onChange('');
    ref.current?.focus();
  };
  return (
    <div className="control search-field">
      <span className="control-start">
        <Icon name="search" />
      </span>
      <input
        enterKeyHint="search"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...input}
        ref={ref}
        className="input"
        type="search"
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      {value !== '' && (
        <span className="control-end">
          <IconButton icon="close" label={clearLabel} onClick={clear} />
        </span>
      )}
    </div>
  );
}

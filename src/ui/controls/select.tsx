import type { ComponentPropsWithRef } from 'react';
import { Icon } from '../pictures/icons.tsx';
import { Field, type FieldText } from './field.tsx';
import './select.css';

type SelectProps<V extends string> = FieldText & {
  value: V;
  options: readonly { value: V; label: string }[];
  onChange: (value: V) => void;
} & Omit<ComponentPropsWithRef<'select'>, 'value' | 'onChange' | 'id' | 'className' | keyof FieldText>;

/** A choice of one among several in the system's own list. */
export function Select<V extends string>({
  label,
  hint,
  error,
  value,
  options,
  onChange,
  ...select
}: SelectProps<V>) {
  const choose = (chosen: string) => {
    const option = options.find((each) => each.value === chosen);
    if (option) onChange(option.value);
  };
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <div className="control select">
          <select
            {...select}
            {...control}
            className="input"
            value={value}
            onChange={(event) => choose(event.target.value)}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <span className="control-end">
            <Icon name="down" />
          </span>
        </div>
      )}
    </Field>
  );
}

import type { ComponentPropsWithRef } from 'react';
import { Field, type FieldText } from './field.tsx';

export type TextFieldProps = FieldText & {
  value: string;
  onChange: (value: string) => void;
} & Omit<ComponentPropsWithRef<'input'>, 'value' | 'onChange' | 'id' | 'className' | keyof FieldText>;

/** A line of text; every attribute of `<input>` (type, autoComplete, inputMode, required …) passes through. */
export function TextField({ label, hint, error, value, onChange, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <input
          {...input}
          {...control}
          className="input"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

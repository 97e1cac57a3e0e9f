import type { ComponentPropsWithRef } from 'react';
import { Field, type FieldText } from './field.tsx';
import './text-area.css';

type TextAreaProps = FieldText & {
  value: string;
  onChange: (value: string) => void;
  /** The most characters that the service accepts. Longer text is marked as an error, never cut. */
  max?: number;
  /** Words of the counter, such as "420 of 500", which is shown when little room is left. Needs `max`. */
  count?: (used: number, max: number) => string;
} & Omit<ComponentPropsWithRef<'textarea'>, 'value' | 'onChange' | 'id' | 'className' | keyof FieldText>;

/** A text field of several lines that grows with its text. */
export function TextArea({ label, hint, error, value, onChange, max, count, ...area }: TextAreaProps) {
  const used = countCharacters(value);
  const over = max !== undefined && used > max;
  const counter = max !== undefined && used > max * 0.8 && count && (
    <span
      className="text-area-count number"
      data-over={over || undefined}
      aria-live={used > max * 0.9 ? 'polite' : 'off'}
    >
      {count(used, max)}
    </span>
  );
  return (
    <Field label={label} hint={hint} error={error} aside={counter}>
      {(control) => (
        <textarea
          rows={4}
          {...area}
          {...control}
          aria-invalid={over || control['aria-invalid']}
          className="input text-area"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

/** The length of a text as the counter and the service count it: in Unicode characters, not in UTF-16 units. */
export function countCharacters(text: string): number {
  return Array.from(text).length;
}

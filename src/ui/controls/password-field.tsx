import { useState } from 'react';
import { Field } from './field.tsx';
import { IconButton } from './icon-button.tsx';
import type { TextFieldProps } from './text-field.tsx';

export type PasswordFieldProps = Omit<TextFieldProps, 'type'> & {
  /**
   * The name of the toggle button that shows the password; it is the same in both states, which `aria-pressed` tells
   * apart.
   */
  showLabel: string;
};

/** A password, hidden until the person asks to see it. */
export function PasswordField({
  label,
  hint,
  error,
  value,
  onChange,
  showLabel,
  ...input
}: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <div className="control">
          <input
            autoComplete="current-password"
            autoCapitalize="none"
            spellCheck={false}
            {...input}
            {...control}
            className="input"
            type={shown ? 'text' : 'password'}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
          <span className="control-end">
            <IconButton
              icon={shown ? 'eye-off' : 'eye'}
              label={showLabel}
              aria-pressed={shown}
              onClick={() => setShown(!shown)}
            />
          </span>
        </div>
      )}
    </Field>
  );
}

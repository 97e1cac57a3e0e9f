import { type ComponentPropsWithRef, useId } from 'react';
import './checkbox.css';

type CheckboxProps = {
  label: string;
  hint?: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
} & Omit<ComponentPropsWithRef<'input'>, 'checked' | 'onChange' | 'type' | 'id' | 'className'>;

/** A checkbox with its label; the whole line can be pressed. */
export function Checkbox(props: CheckboxProps) {
  return <Choice {...props} kind="checkbox" />;
}

/** A checkbox that is drawn and announced as a switch, for a setting that takes effect at once. */
export function Switch(props: CheckboxProps) {
  return <Choice {...props} kind="switch" />;
}

function Choice({
  label,
  hint,
  checked,
  onChange,
  kind,
  ...input
}: CheckboxProps & { kind: 'checkbox' | 'switch' }) {
  const id = useId();
  return (
    <label className="choice" data-kind={kind} htmlFor={id}>
      <input
        {...input}
        role={kind === 'switch' ? 'switch' : undefined}
        id={id}
        type="checkbox"
        checked={checked}
        aria-describedby={hint ? `${id}-hint` : undefined}
        aria-labelledby={`${id}-label`}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>
        <span id={`${id}-label`}>{label}</span>
        {hint && (
          <small className="quiet small" id={`${id}-hint`}>
            {hint}
          </small>
        )}
      </span>
    </label>
  );
}

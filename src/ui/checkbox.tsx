import { type ComponentPropsWithRef, useId } from 'react';
import './checkbox.css';

type CheckboxProps = {
  label: string;
  hint?: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
} & Omit<ComponentPropsWithRef<'input'>, 'checked' | 'onChange' | 'type' | 'id' | 'className'>;

/** A box to tick, with its words; the whole line is the target. */
export function Checkbox(props: CheckboxProps) {
  return <Choice {...props} kind="checkbox" />;
}

/** A setting that takes effect at once: the same, drawn and announced as a switch. */
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

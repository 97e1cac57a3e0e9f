import { type ReactNode, useId } from 'react';
import './field.css';
import { Icon } from '../pictures/icons.tsx';

export type FieldText = {
  label: string;
  /** Under the field: what is expected. */
  hint?: string | undefined;
  /** Under the field: what is wrong, and what to do. */
  error?: string | undefined;
};

/** The attributes that tie the control inside a field to its label, hint and error. */
export type ControlProps = {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
};

type FieldProps = FieldText & {
  /** At the end of the hint's line, such as a counter. */
  aside?: ReactNode;
  children: (control: ControlProps) => ReactNode;
};

/** A label, a control, and hint and error under it. */
export function Field({ label, hint, error, aside, children }: FieldProps) {
  const id = useId();
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <div className="field" data-invalid={error ? true : undefined}>
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined })}
      {error && (
        <p className="field-error" id={`${id}-error`}>
          <Icon name="error" />
          {error}
        </p>
      )}
      {(hint || aside) && (
        <div className="field-foot">
          {hint && <p id={`${id}-hint`}>{hint}</p>}
          {aside}
        </div>
      )}
    </div>
  );
}

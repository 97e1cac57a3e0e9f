import { Icon } from '../pictures/icons.tsx';
import './thumbs.css';

export type Opinion = 'like' | 'dislike' | undefined;

type ThumbsProps = {
  /** Names the two buttons together. */
  label: string;
  labels: { like: string; dislike: string };
  value: Opinion;
  /** Called with the opinion after the press; pressing the chosen one removes it. */
  onChange: (value: Opinion) => void;
  disabled?: boolean;
};

/** Like or dislike: two buttons of which at most one is pressed. */
export function Thumbs({ label, labels, value, onChange, disabled = false }: ThumbsProps) {
  return (
    <fieldset className="thumbs" aria-label={label} disabled={disabled}>
      {(['like', 'dislike'] as const).map((opinion) => (
        <button
          key={opinion}
          type="button"
          aria-pressed={value === opinion}
          onClick={() => onChange(value === opinion ? undefined : opinion)}
        >
          <Icon name={opinion} filled={value === opinion} />
          {labels[opinion]}
        </button>
      ))}
    </fieldset>
  );
}

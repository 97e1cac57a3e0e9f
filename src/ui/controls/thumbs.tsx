import { Icon } from '../pictures/icons.tsx';
import './thumbs.css';

export type Rating = 'like' | 'dislike' | undefined;

type ThumbsProps = {
  /** Names the two buttons together. */
  label: string;
  labels: { like: string; dislike: string };
  value: Rating;
  /** Called with the rating after the press; pressing the chosen one removes it. */
  onChange: (value: Rating) => void;
  disabled?: boolean;
};

/** Like or dislike: two buttons of which at most one is pressed. */
export function Thumbs({ label, labels, value, onChange, disabled = false }: ThumbsProps) {
  return (
    <fieldset className="thumbs" aria-label={label} disabled={disabled}>
      {(['like', 'dislike'] as const).map((rating) => (
        <button
          key={rating}
          type="button"
          aria-pressed={value === rating}
          onClick={() => onChange(value === rating ? undefined : rating)}
        >
          <Icon name={rating} filled={value === rating} />
          {labels[rating]}
        </button>
      ))}
    </fieldset>
  );
}

import './brand.css';
import { getInitials } from '../pictures/initials.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

type BrandProps = {
  /** Undefined while it is not known: its room is kept, so that nothing moves when it comes. */
  name: string | undefined;
  /** The organization's icon; without one, its first letter on the accent. */
  icon?: string | undefined;
  /** row: mark and name · mark: only the mark, with the name for screen readers. Default row. */
  shape?: 'row' | 'mark';
};

/** The organization's mark and name. */
export function Brand({ name, icon, shape = 'row' }: BrandProps) {
  if (name === undefined) return <span className="brand" data-shape={shape} />;
  return (
    <span className="brand" data-shape={shape}>
      {icon ? (
        <img className="brand-mark" src={icon} alt="" width={32} height={32} />
      ) : (
        <span className="brand-mark" aria-hidden="true">
          {getInitials(name.split(' ', 1)[0] ?? '')}
        </span>
      )}
      {shape === 'row' ? <span className="brand-name">{name}</span> : <VisuallyHidden>{name}</VisuallyHidden>}
    </span>
  );
}

import './avatar.css';
import '../feedback/badge.css';
import { getInitials } from './initials.ts';

type AvatarProps = {
  name: string;
  size?: 'small' | 'medium' | 'large';
  /** A number at its edge. */
  badge?: string | undefined;
};

/** A person's initials on a disc. Decorative: the name beside it, or the link's label, says who it is. */
export function Avatar({ name, size = 'medium', badge }: AvatarProps) {
  return (
    <span
      className="avatar"
      data-size={size}
      data-initials={getInitials(name)}
      data-badge={badge}
      aria-hidden="true"
    />
  );
}

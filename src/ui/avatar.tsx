import './avatar.css';
import { initialsOf } from './initials.ts';

type AvatarProps = { name: string; size?: 'small' | 'medium' | 'large' };

/** A person as initials on a disc. Decoration: the name, or a link's label, says who. */
export function Avatar({ name, size = 'medium' }: AvatarProps) {
  return <span className="avatar" data-size={size} data-initials={initialsOf(name)} aria-hidden="true" />;
}

import type { ReactNode } from 'react';
import { Avatar } from '../pictures/avatar.tsx';
import './comment.css';
import { VisuallyHidden } from '../layout/visually-hidden.tsx';
import { Icon } from '../pictures/icons.tsx';

type CommentProps = {
  /** Who wrote it. */
  person: string;
  title?: string;
  /** Version, date and the like, on one quiet line. */
  about: ReactNode;
  rating?: { value: 'like' | 'dislike'; label: string };
  /** What the person wrote. */
  children?: ReactNode;
  action?: ReactNode;
};

/** What a person wrote about an application. */
export function Comment({ person, title, about, rating, children, action }: CommentProps) {
  return (
    <article className="comment">
      <Avatar name={person} />
      <div className="comment-words">
        <h3>{title ?? person}</h3>
        {children && <p className="comment-text">{children}</p>}
        <p className="quiet small">
          {title && <span>{person} · </span>}
          {about}
        </p>
        {action}
      </div>
      {rating && (
        <span className="comment-rating">
          <Icon name={rating.value} />
          <VisuallyHidden>{rating.label}</VisuallyHidden>
        </span>
      )}
    </article>
  );
}

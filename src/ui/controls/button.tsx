import { type ComponentPropsWithRef, type MouseEvent, type ReactNode, useId } from 'react';
import './button.css';
import { Icon, type IconName } from '../pictures/icons.tsx';
import { Link } from './link.tsx';

export type ButtonLook = {
  /** strong: the main action · soft: a secondary one · plain: neutral · quiet: only text · danger. Default soft. */
  variant?: 'strong' | 'soft' | 'plain' | 'quiet' | 'danger';
  /** pill: in rows, drawn 36 px high, touched at 48 · medium: 48 · large: 52. Default medium. */
  size?: 'pill' | 'medium' | 'large';
  /** As wide as its container. */
  full?: boolean;
  icon?: IconName;
  /** Other words that this button may show: it is as wide as the longest, so that its width never changes. */
  reserve?: readonly string[];
  children: ReactNode;
};

export type ButtonProps = ButtonLook &
  Omit<ComponentPropsWithRef<'button'>, keyof ButtonLook> & {
    /** Work is in progress: the button keeps its focus and its name, and does nothing when pressed. */
    busy?: boolean;
  };

/** A button, by default with `type="button"`. */
export function Button({ busy = false, onClick, type = 'button', ...props }: ButtonProps) {
  const { look, children, rest } = split(props);
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...rest}
      {...look}
      type={type}
      onClick={press}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
    >
      {children}
      {busy && <span className="button-spinner" aria-hidden="true" />}
    </button>
  );
}

export type UnavailableButtonProps = ButtonLook & {
  'aria-label'?: string;
  /** Why it can't be pressed, in a few words; shown beside it and read with it. */
  reason: string;
};

/** A button that can't do anything now. It keeps its word and says at once why. */
export function UnavailableButton({ reason, ...button }: UnavailableButtonProps) {
  const id = useId();
  return (
    <span className="button-with-reason">
      <Button {...button} disabled aria-describedby={id} />
      <span className="button-reason" id={id}>
        {reason}
      </span>
    </span>
  );
}

export type ButtonLinkProps = ButtonLook &
  Omit<ComponentPropsWithRef<'a'>, keyof ButtonLook> & { href: string };

/** A link that looks like a button, for actions that lead to another page. */
export function ButtonLink({ href, ...props }: ButtonLinkProps) {
  const { look, children, rest } = split(props);
  return (
    <Link {...rest} {...look} href={href}>
      {children}
    </Link>
  );
}

/** Turns the props of the look into data attributes, and lays out what the button shows. */
function split<P extends ButtonLook>(props: P) {
  const { variant = 'soft', size = 'medium', full, icon, reserve, children, ...rest } = props;
  const look = {
    className: 'button',
    'data-variant': variant,
    'data-size': size,
    'data-full': full || undefined,
  };
  return { look, rest, children: <Face icon={icon} words={children} reserve={reserve} /> };
}

type FaceProps = { icon: IconName | undefined; words: ReactNode; reserve: readonly string[] | undefined };

function Face({ icon, words, reserve = [] }: FaceProps) {
  return (
    <span className="button-face">
      {icon && <Icon name={icon} />}
      <span className="button-words">
        <span>{words}</span>
        {reserve.map((word) => (
          <span key={word} className="button-ghost" aria-hidden="true">
            {word}
          </span>
        ))}
      </span>
    </span>
  );
}

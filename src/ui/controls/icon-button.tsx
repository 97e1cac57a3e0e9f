import type { ComponentPropsWithRef } from 'react';
import '../feedback/badge.css';
import './icon-button.css';
import { Icon, type IconName } from '../pictures/icons.tsx';
import { Link } from './link.tsx';

type Face = {
  icon: IconName;
  /** What the button does, for screen readers and as a tooltip. */
  label: string;
  /** sunken: on a grey disc · floating: on a raised disc · bare (default). */
  ground?: 'bare' | 'sunken' | 'floating';
  filled?: boolean;
};

export type IconButtonProps = Face & Omit<ComponentPropsWithRef<'button'>, 'children' | keyof Face>;

/** A button of 48 px that shows only an icon. */
export function IconButton({ icon, label, ground = 'bare', filled, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className="icon-button"
      data-ground={ground}
      aria-label={label}
      title={label}
    >
      <Icon name={icon} filled={filled ?? false} />
    </button>
  );
}

export type IconLinkProps = Face & { href: string } & Omit<
    ComponentPropsWithRef<'a'>,
    'children' | keyof Face
  >;

/** A link that looks like `IconButton`. */
export function IconLink({ icon, label, ground = 'bare', filled, ...rest }: IconLinkProps) {
  return (
    <Link {...rest} className="icon-button" data-ground={ground} aria-label={label} title={label}>
      <Icon name={icon} filled={filled ?? false} />
    </Link>
  );
}

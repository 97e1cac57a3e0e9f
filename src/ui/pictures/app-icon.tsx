import { useState } from 'react';
import './app-icon.css';
import { toCssVariables } from '../hooks/vars.ts';
import { getHue, getInitials } from './initials.ts';

export type AppIconProps = {
  /** The application's id: decides the colour of the placeholder. */
  id: string;
  name: string;
  src?: string | undefined;
  srcSet?: string | undefined;
  /** Edge in CSS pixels: 32, 40, 56 (rows), 96 (shelves), 112 (the application's page). Default 56. */
  size?: number;
  /** `eager` for icons that are visible at once. Default lazy. */
  loading?: 'lazy' | 'eager';
};

/**
 * An application's icon as a squircle. Without a picture, or when it cannot be loaded: the application's
 * initials on a colour from its id. Decorative: the name is shown beside it.
 */
export function AppIcon({ id, name, src, srcSet, size = 56, loading = 'lazy' }: AppIconProps) {
  const [broken, setBroken] = useState<string>();
  const shown = src !== undefined && src !== broken;
  return (
    <span className="app-icon" style={toCssVariables({ '--size': `${size}px`, '--hue': getHue(id) })}>
      {shown ? (
        <img
          src={src}
          srcSet={srcSet}
          sizes={`${size}px`}
          width={size}
          height={size}
          alt=""
          loading={loading}
          decoding="async"
          onError={() => setBroken(src)}
        />
      ) : (
        <span className="app-icon-initials" aria-hidden="true">
          {getInitials(name)}
        </span>
      )}
    </span>
  );
}

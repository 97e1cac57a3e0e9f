import type { AppIconProps } from '../../ui/app-icon.tsx';

const named = /^(\/media\/[0-9a-f]{64})\.png$/;

/** The `srcset` of an image in these widths, to which the service scales; undefined for an image that is not the service's. */
function scaled(path: string, widths: readonly number[]): string | undefined {
  const base = named.exec(path)?.[1];
  return base && widths.map((width) => `${base}-${width}.webp ${width}w`).join(', ');
}

/** The attributes of an `<img>` in these widths (pixels), the smallest first. */
export function picture(path: string, widths: readonly number[]): { src: string; srcSet?: string } {
  const base = named.exec(path)?.[1];
  const srcSet = scaled(path, widths);
  return { src: base ? `${base}-${widths[0]}.webp` : path, ...(srcSet && { srcSet }) };
}

interface Pictured {
  id: string;
  version: { app_name: string; icon_path: string };
}

/** The props of an application's `AppIcon`. */
export function iconOf(entry: Pictured, loading: 'lazy' | 'eager' = 'lazy'): Omit<AppIconProps, 'size'> {
  const { icon_path: path, app_name: name } = entry.version;
  return { id: entry.id, name, loading, ...(path !== '' && picture(path, [128, 192, 384])) };
}

import { getImagePath } from '../../data/storage/image-cache.ts';
import type { AppIconProps } from '../../ui/pictures/app-icon.tsx';

/** The attributes of an `<img>` in these widths (pixels), the smallest first; only `src` where the service does not scale it. */
export function getImageProps(address: string, widths: readonly number[]): { src: string; srcSet?: string } {
  const base = getImagePath(address)?.replace(/\.png$/, '');
  if (base === undefined) return { src: address };
  return {
    src: `${base}-${widths[0]}.webp`,
    srcSet: widths.map((width) => `${base}-${width}.webp ${width}w`).join(', '),
  };
}

interface Pictured {
  id: string;
  version: { app_name: string; icon_path: string };
}

/** The props of an application's `AppIcon`. */
export function getIconProps(
  entry: Pictured,
  loading: 'lazy' | 'eager' = 'lazy',
): Omit<AppIconProps, 'size'> {
  const { icon_path: path, app_name: name } = entry.version;
  return { id: entry.id, name, loading, ...(path !== '' && getImageProps(path, [128, 192, 384])) };
}

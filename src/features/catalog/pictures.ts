import { imagePath } from '../../data/catalog/image-cache.ts';
import type { AppIconProps } from '../../ui/app-icon.tsx';

/** The attributes of an `<img>` in these widths (pixels), the smallest first; only `src` where the service does not scale it. */
export function picture(address: string, widths: readonly number[]): { src: string; srcSet?: string } {
  const base = imagePath(address)?.replace(/\.png$/, '');
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
export function iconOf(entry: Pictured, loading: 'lazy' | 'eager' = 'lazy'): Omit<AppIconProps, 'size'> {
  const { icon_path: path, app_name: name } = entry.version;
  return { id: entry.id, name, loading, ...(path !== '' && picture(path, [128, 192, 384])) };
}

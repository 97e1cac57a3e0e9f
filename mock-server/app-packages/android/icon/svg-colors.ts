/** The color of SVG without its transparency, of eight bits each of alpha, red, green and blue. */
export const rgbOf = (argb: number): string => `#${(argb & 0xffffff).toString(16).padStart(6, '0')}`;

/** How opaque such a color is, from 0 to 1. */
export const alphaOf = (argb: number): number => (argb >>> 24) / 255;

/** The attributes by which a shape has this color. */
export const paint = (part: 'fill' | 'stroke', argb: number, alpha = 1): string =>
  `${part}="${rgbOf(argb)}" ${part}-opacity="${alphaOf(argb) * alpha}"`;

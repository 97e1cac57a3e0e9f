/** A colour in OKLCH: lightness 0…1, chroma 0…~0.37, hue in degrees. */
export type Oklch = { l: number; c: number; h: number };

type Triple = readonly [number, number, number];

const HEX = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i;

/** Whether the text is `#rgb` or `#rrggbb`. */
export function isHexColor(text: string): boolean {
  return HEX.test(text);
}

/** OKLCH of a hex colour. Throws RangeError when the text is not `#rgb` or `#rrggbb`. */
export function toOklch(hex: string): Oklch {
  const [r, g, b] = toLinearRgbOfHex(hex);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  const hue = (Math.atan2(bb, a) * 180) / Math.PI;
  return {
    l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    c: Math.hypot(a, bb),
    h: (hue + 360) % 360,
  };
}

/** Hex of an OKLCH colour. A colour outside sRGB loses chroma; lightness and hue stay. */
export function toHex(color: Oklch): string {
  const l = Math.min(1, Math.max(0, color.l));
  let low = 0;
  let high = color.c;
  if (!isInGamut(linearRgb({ ...color, l }))) {
    for (let step = 0; step < 20; step += 1) {
      const middle = (low + high) / 2;
      if (isInGamut(linearRgb({ l, c: middle, h: color.h }))) low = middle;
      else high = middle;
    }
    high = low;
  }
  return `#${linearRgb({ l, c: high, h: color.h }).map(toByte).join('')}`;
}

/** Contrast of two hex colours, 1…21 (WCAG 2.2, "contrast ratio"). */
export function getContrast(one: string, other: string): number {
  const a = getLuminance(one);
  const b = getLuminance(other);
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

function getLuminance(hex: string): number {
  const [r, g, b] = toLinearRgbOfHex(hex);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function toLinearRgbOfHex(hex: string): Triple {
  const digits = HEX.exec(hex)?.[1];
  if (digits === undefined) throw new RangeError(`not a hex colour: ${hex}`);
  const full = digits.length === 3 ? digits.replace(/./g, '$&$&') : digits;
  const channel = (at: number) => toLinear(Number.parseInt(full.slice(at, at + 2), 16) / 255);
  return [channel(0), channel(2), channel(4)];
}

function linearRgb({ l, c, h }: Oklch): Triple {
  const a = c * Math.cos((h * Math.PI) / 180);
  const b = c * Math.sin((h * Math.PI) / 180);
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
}

function isInGamut(rgb: Triple): boolean {
  return rgb.every((channel) => channel >= -0.0001 && channel <= 1.0001);
}

function toLinear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}

function toByte(linear: number): string {
  const channel = linear <= 0.0031308 ? linear * 12.92 : 1.055 * linear ** (1 / 2.4) - 0.055;
  const byte = Math.round(Math.min(1, Math.max(0, channel)) * 255);
  return byte.toString(16).padStart(2, '0');
}

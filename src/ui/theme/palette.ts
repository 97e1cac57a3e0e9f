import { getContrast, isHexColor, type Oklch, toHex, toOklch } from './oklch.ts';

/** The accent of a catalog whose organization has chosen none. */
export const DEFAULT_ACCENT = '#00775b';

/** One scheme's colours by role, as hex. Each role is the CSS variable `--<role>`. */
export type Scheme = ReturnType<typeof buildLightScheme>;
export type Role = keyof Scheme;

/** Every pair of text (or mark) and background that the design system uses, and the contrast it must have. */
export const PAIRS: readonly { text: Role; on: readonly Role[]; ratio: number }[] = [
  { text: 'ink', on: ['page', 'surface', 'sunken'], ratio: 7 },
  { text: 'ink-2', on: ['page', 'surface', 'sunken'], ratio: 4.5 },
  { text: 'accent', on: ['page', 'surface', 'sunken'], ratio: 4.5 },
  { text: 'on-accent', on: ['accent'], ratio: 4.5 },
  { text: 'accent-ink', on: ['accent-soft', 'page', 'surface', 'sunken'], ratio: 4.5 },
  { text: 'warn-ink', on: ['warn-soft', 'page', 'surface'], ratio: 4.5 },
  { text: 'error-ink', on: ['error-soft', 'page', 'surface'], ratio: 4.5 },
  { text: 'success-ink', on: ['success-soft', 'page', 'surface'], ratio: 4.5 },
  { text: 'on-error', on: ['error'], ratio: 4.5 },
  { text: 'on-badge', on: ['badge'], ratio: 4.5 },
  { text: 'on-hero', on: ['hero-from', 'hero-to'], ratio: 4.5 },
  { text: 'edge', on: ['page', 'surface', 'sunken'], ratio: 3 },
];

/** Below this chroma the accent is replaced by the text colour: grey buttons would look disabled. */
const GREY = 0.03;

/** Light and dark colours of an accent (`#rgb` or `#rrggbb`), in which every pair of `PAIRS` has its contrast. */
export function buildPalette(accent: string): { light: Scheme; dark: Scheme } {
  const brand = toOklch(accent);
  const seed = brand.c < GREY ? { ...brand, c: 0 } : brand;
  return { light: buildLightScheme(seed), dark: buildDarkScheme(seed) };
}

/** CSS variables of an accent: `--light` and `--dark` (tokens.css) select one of the two values. */
export function getPaletteVariables(accent: string): [name: string, value: string][] {
  const { light, dark } = buildPalette(accent);
  const roles = Object.keys(light) as Role[];
  return roles.map((role) => [`--${role}`, `var(--light, ${light[role]}) var(--dark, ${dark[role]})`]);
}

/** Gives the page the colours of the organization's accent; with anything but a hex colour, those of `DEFAULT_ACCENT`. */
export function applyPalette(root: HTMLElement, accent: string | undefined): void {
  const chosen = accent !== undefined && isHexColor(accent) ? accent : DEFAULT_ACCENT;
  for (const [name, value] of getPaletteVariables(chosen)) root.style.setProperty(name, value);
}

function buildLightScheme(seed: Oklch) {
  const tint = createTint(seed);
  const page = tint(0.985, 0.004);
  const surface = '#ffffff';
  const sunken = tint(0.958, 0.006);
  const soft = tint(0.945, 0.034);
  const plain = [page, surface, sunken];
  const strength = seed.c === 0 ? 0.3 : Math.min(Math.max(seed.l, 0.38), 0.56);
  const accent = darken({ l: strength, c: seed.c, h: seed.h }, plain, 4.5);
  return {
    page,
    surface,
    sunken,
    line: tint(0.905, 0.007),
    edge: darken({ l: 0.64, c: 0.012 * getVividness(seed), h: seed.h }, plain, 3),
    ink: tint(0.22, 0.012),
    'ink-2': darken({ l: 0.48, c: 0.014 * getVividness(seed), h: seed.h }, plain, 4.5),
    accent,
    'on-accent': '#ffffff',
    'accent-soft': soft,
    'accent-ink': darken({ l: 0.42, c: Math.min(seed.c, 0.11), h: seed.h }, [soft, ...plain], 4.5),
    ...buildHeroColors(seed),
    'warn-soft': '#fef0dc',
    'warn-ink': '#6f3b00',
    'error-soft': '#fdebe9',
    'error-ink': '#9a1c18',
    'success-soft': '#e3f5e8',
    'success-ink': '#12582f',
    error: '#bd2620',
    'on-error': '#ffffff',
    badge: '#bf3f0b',
    'on-badge': '#ffffff',
  };
}

function buildDarkScheme(seed: Oklch): Scheme {
  const tint = createTint(seed);
  const page = tint(0.165, 0.008);
  const surface = tint(0.212, 0.01);
  const sunken = tint(0.258, 0.011);
  const soft = tint(0.3, 0.044);
  const plain = [page, surface, sunken];
  const strength = seed.c === 0 ? 0.92 : Math.min(Math.max(seed.l, 0.77), 0.88);
  const accent = lighten({ l: strength, c: Math.min(seed.c, 0.15), h: seed.h }, plain, 4.5);
  return {
    page,
    surface,
    sunken,
    line: tint(0.31, 0.011),
    edge: lighten({ l: 0.54, c: 0.014 * getVividness(seed), h: seed.h }, plain, 3),
    ink: tint(0.955, 0.004),
    'ink-2': lighten({ l: 0.74, c: 0.012 * getVividness(seed), h: seed.h }, plain, 4.5),
    accent,
    'on-accent': darken({ l: 0.2, c: Math.min(seed.c, 0.04), h: seed.h }, [accent], 4.5),
    'accent-soft': soft,
    'accent-ink': lighten({ l: 0.87, c: Math.min(seed.c, 0.09), h: seed.h }, [soft, ...plain], 4.5),
    ...buildHeroColors(seed),
    'warn-soft': '#3a2508',
    'warn-ink': '#ffd59a',
    'error-soft': '#421a17',
    'error-ink': '#ffc0b8',
    'success-soft': '#10311d',
    'success-ink': '#a9e6bd',
    error: '#ff8a7e',
    'on-error': '#34100c',
    badge: '#f7a45c',
    'on-badge': '#331800',
  };
}

/** The banner without a picture: a dark shade of the accent, the same in light and dark. */
function buildHeroColors(seed: Oklch) {
  const c = Math.min(seed.c, 0.1);
  return {
    'hero-from': toHex({ l: 0.43, c, h: seed.h }),
    'hero-to': toHex({ l: 0.29, c: c * 0.75, h: seed.h + 42 }),
    'on-hero': '#ffffff',
  };
}

/** Neutral colours are tinted slightly with the accent's hue; not when the accent itself is grey. */
function createTint(seed: Oklch): (l: number, c: number) => string {
  return (l, c) => toHex({ l, c: c * getVividness(seed), h: seed.h });
}

function getVividness(seed: Oklch): number {
  return Math.min(1, seed.c / 0.08);
}

function darken(color: Oklch, backgrounds: readonly string[], ratio: number): string {
  return shiftLightness(color, backgrounds, ratio, -0.005);
}

function lighten(color: Oklch, backgrounds: readonly string[], ratio: number): string {
  return shiftLightness(color, backgrounds, ratio, 0.005);
}

/** Moves the lightness step by step until the contrast is reached on every background (or at black or white). */
function shiftLightness(color: Oklch, backgrounds: readonly string[], ratio: number, step: number): string {
  let { l } = color;
  while (l > 0 && l < 1) {
    const hex = toHex({ ...color, l });
    if (backgrounds.every((background) => getContrast(hex, background) >= ratio)) return hex;
    l += step;
  }
  return toHex({ ...color, l });
}

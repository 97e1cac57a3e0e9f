import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getContrast, isHexColor, toHex, toOklch } from '../../src/ui/theme/oklch.ts';
import {
  applyPalette,
  buildPalette,
  DEFAULT_ACCENT,
  getPaletteVariables,
  PAIRS,
} from '../../src/ui/theme/palette.ts';

const extremes = [
  '#ffffff',
  '#000000',
  '#ffff00',
  '#ff0000',
  '#00ff00',
  '#0000ff',
  '#808080',
  '#fff',
  '#0ff',
];
const accents = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`);

/** Every pair of the design system that is too close in light or dark. */
function tooClose(accent: string): string[] {
  return Object.entries(buildPalette(accent)).flatMap(([name, scheme]) =>
    PAIRS.flatMap(({ text, on, ratio }) =>
      on
        .filter((background) => getContrast(scheme[text], scheme[background]) < ratio)
        .map((background) => `${name}: ${text} on ${background}`),
    ),
  );
}

describe('a palette from one accent', () => {
  it('keeps the contrast of every pair, whatever the accent', () => {
    fc.assert(
      fc.property(accents, (accent) => {
        expect(tooClose(accent)).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it.each(extremes)('keeps the contrast of every pair for %s', (accent) => {
    expect(tooClose(accent)).toEqual([]);
  });

  it('leaves an accent that is readable as it is', () => {
    expect(buildPalette('#7a2cf0').light.accent).toBe('#7a2cf0');
    expect(buildPalette(DEFAULT_ACCENT).light.accent).toBe(DEFAULT_ACCENT);
  });

  it('keeps the hue of an accent that had to move', () => {
    const moved = toOklch(buildPalette('#ffd400').light.accent);
    expect(Math.abs(moved.h - toOklch('#ffd400').h)).toBeLessThan(6);
  });

  it('turns a grey accent into ink, which does not look disabled', () => {
    const { light, dark } = buildPalette('#999999');
    expect(getContrast(light.accent, light.page)).toBeGreaterThan(10);
    expect(getContrast(dark.accent, dark.page)).toBeGreaterThan(10);
  });

  it('refuses what is no hex colour', () => {
    expect(() => buildPalette('teal')).toThrow(RangeError);
    expect(() => buildPalette('#12345')).toThrow(RangeError);
    expect(isHexColor('#12345g')).toBe(false);
  });

  it('is what tokens.css shows before an organization is known', async () => {
    const tokens = await readFile(join(import.meta.dirname, '../../src/ui/theme/tokens.css'), 'utf8');
    for (const [name, value] of getPaletteVariables(DEFAULT_ACCENT))
      expect(tokens).toContain(`${name}: ${value};`);
  });
});

function accentOf(element: HTMLElement): string {
  return element.style.getPropertyValue('--accent');
}

describe('applying a palette', () => {
  it('sets the variables on the element', () => {
    const root = document.createElement('html');
    applyPalette(root, '#7a2cf0');
    expect(accentOf(root)).toBe('var(--light, #7a2cf0) var(--dark, #b7a4ff)');
  });

  it.each([undefined, '', 'teal', 'url(javascript:1)', '#12'])('shows the house colours for %s', (accent) => {
    const root = document.createElement('html');
    applyPalette(root, accent);
    expect(accentOf(root)).toContain(DEFAULT_ACCENT);
  });
});

describe('colours in OKLCH', () => {
  it('go to OKLCH and back unchanged', () => {
    fc.assert(
      fc.property(accents, (hex) => {
        expect(toHex(toOklch(hex))).toBe(hex);
      }),
    );
  });

  it('give up chroma, not lightness, outside sRGB', () => {
    const { l, c, h } = toOklch(toHex({ l: 0.6, c: 0.35, h: 150 }));
    expect(l).toBeCloseTo(0.6, 2);
    expect(c).toBeLessThan(0.2);
    expect(h).toBeCloseTo(150, -1);
  });

  it('have the contrast of the standard: 21 for black on white, 4.48 for #777 on white', () => {
    expect(getContrast('#000', '#fff')).toBe(21);
    expect(getContrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  });
});

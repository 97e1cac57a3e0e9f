import type { XmlElement } from '../resources/axml.ts';
import { type DrawableSources, NotDrawable, numberOf } from './drawable-sources.ts';
import { alphaOf, rgbOf } from './svg-colors.ts';

const types = { linear: 0, radial: 1 };
const spreads = ['pad', 'repeat', 'reflect'];

/** The gradient of a vector's path as a definition of SVG with this id; a sweep gradient is not drawable. */
export function gradientOf(gradient: XmlElement, id: string, sources: DrawableSources): string {
  if (gradient.name !== 'gradient') throw new NotDrawable();
  const of = (name: string) => numberOf(gradient, name, 0);
  const spread = spreads[Math.max(0, of('tileMode'))];
  if (spread === undefined) throw new NotDrawable();
  const common = `id="${id}" gradientUnits="userSpaceOnUse" spreadMethod="${spread}"`;
  const stops = stopsOf(gradient, sources);
  if (of('type') === types.linear)
    return `<linearGradient ${common} x1="${of('startX')}" y1="${of('startY')}" x2="${of('endX')}" y2="${of('endY')}">${stops}</linearGradient>`;
  const radius = of('gradientRadius');
  if (of('type') !== types.radial || radius <= 0) throw new NotDrawable();
  return `<radialGradient ${common} cx="${of('centerX')}" cy="${of('centerY')}" r="${radius}">${stops}</radialGradient>`;
}

/** Its items, or without items the colors at its start, center and end. */
function stopsOf(gradient: XmlElement, sources: DrawableSources): string {
  const items = gradient.children.filter(({ name }) => name === 'item');
  sources.spend('shapes', items.length);
  if (items.length > 0)
    return items
      .map((item) => stop(numberOf(item, 'offset', 0), sources.color(item.attributes.get('color'))))
      .join('');
  const color = (name: string) => sources.color(gradient.attributes.get(name));
  const center = gradient.attributes.has('centerColor') ? stop(0.5, color('centerColor')) : '';
  return stop(0, color('startColor')) + center + stop(1, color('endColor'));
}

const stop = (offset: number, argb: number): string =>
  `<stop offset="${offset}" stop-color="${rgbOf(argb)}" stop-opacity="${alphaOf(argb)}"/>`;

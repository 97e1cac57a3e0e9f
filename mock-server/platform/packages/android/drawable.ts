import sharp from 'sharp';
import { pngSize } from '../formats/png.ts';
import { toPng } from '../formats/raster.ts';
import { documentBytes } from '../limits.ts';
import type { GuardedZip } from '../zip/guarded-zip.ts';
import { readBinaryXml, type XmlElement } from './binary-xml.ts';
import type { ResourceTable } from './resource-table.ts';
import type { TypedValue } from './typed-value.ts';

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The canvas of an adaptive icon, and the part of it that launchers show, in density-independent pixels. */
const canvas: Box = { x: 0, y: 0, width: 108, height: 108 };
const shown = { adaptive: '18 18 72 72', other: '0 0 108 108' };
const side = 432;
const maxDrawables = 40;
const maxDepth = 8;
/** Most characters of all paths together: far more take long to draw. */
const maxPathCharacters = 64 * 1024;
const pathData = /^[\dMmLlHhVvCcSsQqTtAaZzEe+\-.,\s]*$/;
const frameworkColors = new Map([
  [0x0106000b, 0xffffffff],
  [0x0106000c, 0xff000000],
  [0x0106000d, 0],
]);

/** A drawing with a part that cannot be drawn here. */
class NotDrawable extends Error {}

/** Draws XML drawables (colors, pictures, insets, layers, simple vectors) as one SVG, and that as a PNG. */
export class DrawableReader {
  readonly #zip: GuardedZip;
  readonly #table: ResourceTable;
  #drawables = 0;
  #pathCharacters = 0;

  constructor(zip: GuardedZip, table: ResourceTable) {
    this.#zip = zip;
    this.#table = table;
  }

  /** The drawing of this file as a launcher composes it; null when a part of it cannot be drawn. */
  async png(path: string): Promise<Buffer | null> {
    try {
      const root = await this.#document(path);
      const body = await this.#element(root, canvas, 0);
      const viewBox = root.name === 'adaptive-icon' ? shown.adaptive : shown.other;
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="${viewBox}">${body}</svg>`;
      this.#zip.budget.decode(side * side);
      return await sharp(Buffer.from(svg)).png().toBuffer();
    } catch (error) {
      if (error instanceof NotDrawable) return null;
      throw error;
    }
  }

  async #document(path: string): Promise<XmlElement> {
    const bytes = await this.#zip.read(path, documentBytes.image);
    if (bytes === null) throw new NotDrawable();
    return readBinaryXml(bytes, this.#zip.budget);
  }

  async #element(element: XmlElement, box: Box, depth: number): Promise<string> {
    this.#drawables += 1;
    if (depth > maxDepth || this.#drawables > maxDrawables) throw new NotDrawable();
    if (element.name === 'adaptive-icon') {
      const layers = ['background', 'foreground'].map((name) =>
        element.children.find((child) => child.name === name),
      );
      // Without its background, a white drawing would be white on white.
      if (layers.includes(undefined)) throw new NotDrawable();
      return await this.#all(layers, box, depth);
    }
    if (element.name === 'layer-list') return await this.#all(element.children, box, depth);
    if (['background', 'foreground', 'item', 'inset'].includes(element.name))
      return await this.#content(element, this.#inside(element, box), depth);
    if (element.name === 'bitmap') return await this.#value(element.attributes.get('src'), box, depth);
    if (element.name === 'color') return this.#fill(this.#color(element.attributes.get('color')), box);
    if (element.name === 'vector') return this.#vector(element, box);
    throw new NotDrawable();
  }

  async #all(elements: readonly (XmlElement | undefined)[], box: Box, depth: number): Promise<string> {
    let drawn = '';
    for (const element of elements)
      if (element !== undefined) drawn += await this.#element(element, box, depth + 1);
    return drawn;
  }

  async #content(element: XmlElement, box: Box, depth: number): Promise<string> {
    const [inner] = element.children;
    return inner === undefined
      ? await this.#value(element.attributes.get('drawable'), box, depth)
      : await this.#element(inner, box, depth + 1);
  }

  #inside(element: XmlElement, box: Box): Box {
    const inset = (names: readonly string[], whole: number): number => {
      const value = names.map((name) => element.attributes.get(name)).find((each) => each !== undefined);
      if (value?.kind === 'fraction') return value.value * whole;
      if (value !== undefined && value.kind !== 'dimension') throw new NotDrawable();
      return value?.value ?? 0;
    };
    const left = inset(['insetLeft', 'left', 'inset'], box.width);
    const top = inset(['insetTop', 'top', 'inset'], box.height);
    const width = box.width - left - inset(['insetRight', 'right', 'inset'], box.width);
    const height = box.height - top - inset(['insetBottom', 'bottom', 'inset'], box.height);
    if (!(width > 0 && height > 0)) throw new NotDrawable();
    return { x: box.x + left, y: box.y + top, width, height };
  }

  async #value(value: TypedValue | undefined, box: Box, depth: number): Promise<string> {
    if (value?.kind === 'color') return this.#fill(value.argb, box);
    if (value?.kind !== 'reference') throw new NotDrawable();
    const known = frameworkColors.get(value.id);
    if (known !== undefined) return this.#fill(known, box);
    const found = this.#table
      .values(value.id)
      .toSorted((a, b) => (b.configuration.density % 0xfffe) - (a.configuration.density % 0xfffe));
    const color = found.find((each) => each.value.kind === 'color')?.value;
    if (color?.kind === 'color') return this.#fill(color.argb, box);
    const [path] = found.flatMap((each) => (each.value.kind === 'text' ? [each.value.text] : []));
    if (path === undefined) throw new NotDrawable();
    if (!path.endsWith('.xml')) return await this.#raster(path, box);
    return await this.#element(await this.#document(path), box, depth + 1);
  }

  async #raster(path: string, { x, y, width, height }: Box): Promise<string> {
    this.#drawables += 1;
    const bytes = await this.#zip.read(path, documentBytes.image);
    const png = bytes === null ? null : await toPng(bytes, this.#zip.budget);
    if (png === null || this.#drawables > maxDrawables) throw new NotDrawable();
    const size = pngSize(png);
    this.#zip.budget.decode(size.width * size.height);
    const small = await sharp(png)
      .resize({ width: side, withoutEnlargement: true })
      .png()
      .toBuffer()
      .catch(() => {
        throw new NotDrawable();
      });
    const data = small.toString('base64');
    return `<image x="${x}" y="${y}" width="${width}" height="${height}" preserveAspectRatio="none" href="data:image/png;base64,${data}"/>`;
  }

  #fill(argb: number, { x, y, width, height }: Box): string {
    return `<rect x="${x}" y="${y}" width="${width}" height="${height}" ${paint('fill', argb, 1)}/>`;
  }

  #color(value: TypedValue | undefined): number {
    if (value?.kind === 'color') return value.argb;
    if (value?.kind !== 'reference') throw new NotDrawable();
    const known = frameworkColors.get(value.id);
    if (known !== undefined) return known;
    const found = this.#table.values(value.id).find((each) => each.value.kind === 'color')?.value;
    if (found?.kind !== 'color') throw new NotDrawable();
    return found.argb;
  }

  #vector(element: XmlElement, { x, y, width, height }: Box): string {
    const [across, down] = [number(element, 'viewportWidth', 0), number(element, 'viewportHeight', 0)];
    if (!(across > 0 && down > 0)) throw new NotDrawable();
    const scale = `translate(${x} ${y}) scale(${width / across} ${height / down})`;
    return `<g transform="${scale}">${this.#shapes(element, 0)}</g>`;
  }

  #shapes(parent: XmlElement, depth: number): string {
    if (depth > maxDepth) throw new NotDrawable();
    return parent.children
      .map((element) => {
        if (element.name === 'path') return this.#path(element);
        if (element.name !== 'group') throw new NotDrawable();
        return `<g transform="${groupTransform(element)}">${this.#shapes(element, depth + 1)}</g>`;
      })
      .join('');
  }

  #path(element: XmlElement): string {
    const value = element.attributes.get('pathData');
    if (value?.kind !== 'text' || !pathData.test(value.text)) throw new NotDrawable();
    this.#pathCharacters += value.text.length;
    if (this.#pathCharacters > maxPathCharacters) throw new NotDrawable();
    const painted = (name: 'fill' | 'stroke') => {
      const color = element.attributes.get(`${name}Color`);
      return color === undefined
        ? `${name}="none"`
        : paint(name, this.#color(color), number(element, `${name}Alpha`, 1));
    };
    const rule = number(element, 'fillType', 0) === 1 ? 'evenodd' : 'nonzero';
    const width = number(element, 'strokeWidth', 0);
    return `<path d="${value.text}" fill-rule="${rule}" ${painted('fill')} ${painted('stroke')} stroke-width="${width}"/>`;
  }
}

function paint(name: 'fill' | 'stroke', argb: number, alpha: number): string {
  const rgb = (argb & 0xffffff).toString(16).padStart(6, '0');
  return `${name}="#${rgb}" ${name}-opacity="${((argb >>> 24) / 255) * alpha}"`;
}

function number(element: XmlElement, name: string, otherwise: number): number {
  const value = element.attributes.get(name);
  if (value === undefined) return otherwise;
  if (value.kind !== 'float' && value.kind !== 'integer' && value.kind !== 'dimension')
    throw new NotDrawable();
  if (!Number.isFinite(value.value)) throw new NotDrawable();
  return value.value;
}

/** The order of the system: scaled and rotated about the pivot, then moved. */
function groupTransform(group: XmlElement): string {
  const of = (name: string, otherwise = 0) => number(group, name, otherwise);
  const [x, y] = [of('pivotX'), of('pivotY')];
  return `translate(${of('translateX') + x} ${of('translateY') + y}) rotate(${of('rotation')}) scale(${of('scaleX', 1)} ${of('scaleY', 1)}) translate(${-x} ${-y})`;
}

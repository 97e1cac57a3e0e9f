import sharp from 'sharp';
import { pngSize } from '../../formats/png/png.ts';
import { toPng } from '../../formats/png/raster.ts';
import type { GuardedZip } from '../../zip/guarded-zip.ts';
import type { XmlElement } from '../resources/axml.ts';
import type { ResourceTable } from '../resources/resource-table.ts';
import type { TypedValue } from '../resources/typed-value.ts';
import { DrawableSources, NotDrawable, numberOf } from './drawable-sources.ts';
import { type Box, placed, type Size } from './gravity.ts';
import { alphaOf, paint, rgbOf } from './svg-colors.ts';
import { VectorWriter } from './vector.ts';

/** A drawable: its own size in density-independent pixels, null when it has none, and how it is drawn in a box. */
interface Drawable {
  size: Size | null;
  draw(box: Box): string | Promise<string>;
}

/** The canvas of an adaptive icon, and the part of it that launchers show, in density-independent pixels. */
const canvas: Box = { x: 0, y: 0, width: 108, height: 108 };
const seen = 72;
const shown = { adaptive: '18 18 72 72', other: '0 0 108 108' };
const side = 432;
const maxDepth = 8;
/** Pictures that say no density are made for this one. */
const normalDensity = 160;
const fills = 0x77;
const tintsWithin = 5;
/** The layer that a tint or transparency needs costs as much as so many drawables. */
const ofTint = 4;
const containers: ReadonlySet<string> = new Set(['background', 'foreground', 'item', 'inset']);

/** Draws XML drawables (colors, pictures, insets, layers, vectors) as one SVG, and that as a PNG. */
export class DrawableReader {
  readonly #sources: DrawableSources;

  constructor(zip: GuardedZip, table: ResourceTable) {
    this.#sources = new DrawableSources(zip, table);
  }

  /** The drawing of this file as a launcher composes it; null when a part of it cannot be drawn. */
  async png(path: string): Promise<Buffer | null> {
    try {
      const root = await this.#sources.document(path);
      const drawable = await this.#element(root, 0);
      const viewBox = root.name === 'adaptive-icon' ? shown.adaptive : shown.other;
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="${viewBox}">${await drawable.draw(canvas)}</svg>`;
      this.#sources.zip.budget.decode(side * side);
      return await rasterized(svg);
    } catch (error) {
      if (error instanceof NotDrawable) return null;
      throw error;
    }
  }

  async #element(element: XmlElement, depth: number): Promise<Drawable> {
    this.#sources.spend('drawables');
    if (depth > maxDepth) throw new NotDrawable();
    if (element.name === 'adaptive-icon') return await this.#adaptive(element, depth);
    if (element.name === 'layer-list') return layered(await this.#all(element.children, depth));
    if (containers.has(element.name)) return await this.#container(element, depth);
    if (element.name === 'bitmap') return await this.#bitmap(element, depth);
    if (element.name === 'color') return filled(this.#sources.color(element.attributes.get('color')));
    if (element.name === 'vector') return this.#vector(element);
    throw new NotDrawable();
  }

  async #adaptive(element: XmlElement, depth: number): Promise<Drawable> {
    const layers = ['background', 'foreground'].flatMap(
      (name) => element.children.find((child) => child.name === name) ?? [],
    );
    // Without its background, a white drawing would be white on white.
    if (layers.length < 2) throw new NotDrawable();
    return layered(await this.#all(layers, depth));
  }

  async #all(elements: readonly XmlElement[], depth: number): Promise<Drawable[]> {
    const drawables: Drawable[] = [];
    for (const element of elements) drawables.push(await this.#element(element, depth + 1));
    return drawables;
  }

  async #container(element: XmlElement, depth: number): Promise<Drawable> {
    const [child] = element.children;
    const inner =
      child === undefined
        ? await this.#value(element.attributes.get('drawable'), depth)
        : await this.#element(child, depth + 1);
    const gravity = numberOf(element, 'gravity', 0);
    const own = { width: numberOf(element, 'width', -1), height: numberOf(element, 'height', -1) };
    return {
      size: null,
      draw: (box) => inner.draw(placed(inside(element, box), gravity, own, inner.size)),
    };
  }

  async #value(value: TypedValue | undefined, depth: number): Promise<Drawable> {
    const source = this.#sources.source(value);
    if ('argb' in source) return filled(source.argb);
    if (source.path.endsWith('.xml'))
      return await this.#element(await this.#sources.document(source.path), depth + 1);
    return await this.#raster(source.path, source.density);
  }

  async #bitmap(element: XmlElement, depth: number): Promise<Drawable> {
    const inner = await this.#value(element.attributes.get('src'), depth);
    const tiles = ['tileMode', 'tileModeX', 'tileModeY'];
    if (tiles.some((name) => numberOf(element, name, -1) >= 0)) throw new NotDrawable();
    const gravity = numberOf(element, 'gravity', fills);
    const alone = { width: -1, height: -1 };
    return this.#tinted(element, {
      size: inner.size,
      draw: (box) => inner.draw(placed(box, gravity, inner.size ?? alone, inner.size)),
    });
  }

  async #raster(path: string, density: number): Promise<Drawable> {
    this.#sources.spend('drawables');
    const { budget } = this.#sources.zip;
    const png = await toPng(await this.#sources.bytes(path), budget);
    if (png === null) throw new NotDrawable();
    const pixels = pngSize(png);
    budget.decode(pixels.width * pixels.height);
    const small = await sharp(png)
      .resize({ width: side, withoutEnlargement: true })
      .png()
      .toBuffer()
      .catch(() => {
        throw new NotDrawable();
      });
    const perPixel = normalDensity / (density || normalDensity);
    return {
      size: { width: pixels.width * perPixel, height: pixels.height * perPixel },
      draw: ({ x, y, width, height }) =>
        `<image x="${x}" y="${y}" width="${width}" height="${height}" preserveAspectRatio="none" href="data:image/png;base64,${small.toString('base64')}"/>`,
    };
  }

  #vector(element: XmlElement): Drawable {
    const [across, down] = [numberOf(element, 'viewportWidth', 0), numberOf(element, 'viewportHeight', 0)];
    if (!(across > 0 && down > 0)) throw new NotDrawable();
    const [ownWidth, ownHeight] = [numberOf(element, 'width', 0), numberOf(element, 'height', 0)];
    return this.#tinted(element, {
      size: ownWidth > 0 && ownHeight > 0 ? { width: ownWidth, height: ownHeight } : null,
      draw: async ({ x, y, width, height }) => {
        const perUnit = Math.max(width / across, height / down);
        const shapes = await new VectorWriter(this.#sources).write(element, seen / perUnit);
        return `<svg x="${x}" y="${y}" width="${width}" height="${height}" viewBox="0 0 ${across} ${down}" preserveAspectRatio="none">${shapes}</svg>`;
      },
    });
  }

  /** A drawable in the tint and with the transparency that its element has. */
  #tinted(element: XmlElement, { size, draw }: Drawable): Drawable {
    const alpha = numberOf(element, 'alpha', 1);
    const tint = element.attributes.get('tint');
    if (tint !== undefined && numberOf(element, 'tintMode', tintsWithin) !== tintsWithin)
      throw new NotDrawable();
    const argb = tint === undefined ? null : this.#sources.color(tint);
    if (argb === null && alpha === 1) return { size, draw };
    this.#sources.spend('drawables', ofTint);
    return {
      size,
      draw: async (box) => {
        if (argb === null) return `<g opacity="${alpha}">${await draw(box)}</g>`;
        const id = this.#sources.newId();
        const area = `filterUnits="userSpaceOnUse" x="${box.x}" y="${box.y}" width="${box.width}" height="${box.height}"`;
        const flood = `<feFlood flood-color="${rgbOf(argb)}" flood-opacity="${alphaOf(argb)}"/><feComposite in2="SourceGraphic" operator="in"/>`;
        return `<filter id="${id}" ${area} color-interpolation-filters="sRGB">${flood}</filter><g opacity="${alpha}" filter="url(#${id})">${await draw(box)}</g>`;
      },
    };
  }
}

const filled = (argb: number): Drawable => ({
  size: null,
  draw: ({ x, y, width, height }) =>
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" ${paint('fill', argb)}/>`,
});

const layered = (layers: readonly Drawable[]): Drawable => ({
  size: null,
  draw: async (box) => {
    let drawn = '';
    for (const layer of layers) drawn += await layer.draw(box);
    return drawn;
  },
});

/** What the insets of an element leave of a box. */
function inside(element: XmlElement, box: Box): Box {
  const inset = (names: readonly string[], whole: number): number => {
    const value = names.map((name) => element.attributes.get(name)).find((each) => each !== undefined);
    if (value?.kind === 'fraction') return value.value * whole;
    if (value !== undefined && value.kind !== 'dimension') throw new NotDrawable();
    return value?.value ?? 0;
  };
  const left = inset(['insetLeft', 'left', 'start', 'inset'], box.width);
  const top = inset(['insetTop', 'top', 'inset'], box.height);
  const width = box.width - left - inset(['insetRight', 'right', 'end', 'inset'], box.width);
  const height = box.height - top - inset(['insetBottom', 'bottom', 'inset'], box.height);
  if (!(width > 0 && height > 0)) throw new NotDrawable();
  return { x: box.x + left, y: box.y + top, width, height };
}

/** An SVG as PNG; one that is too large or odd for the renderer is not drawable. */
async function rasterized(svg: string): Promise<Buffer> {
  try {
    return await sharp(Buffer.from(svg)).png().toBuffer();
  } catch {
    throw new NotDrawable();
  }
}

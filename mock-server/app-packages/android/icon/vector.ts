import type { XmlElement } from '../resources/axml.ts';
import { type DrawableSources, NotDrawable, numberOf } from './drawable-sources.ts';
import { gradientOf } from './gradient.ts';
import { edgesOf } from './path-edges.ts';
import { paint } from './svg-colors.ts';

const maxDepth = 8;
const pathData = /^[\dMmLlHhVvCcSsQqTtAaZzEe+\-.,\s]*$/;
/** A line has two edges where a shape has one. */
const ofStroke = 4;
const fillTypes = ['nonzero', 'evenodd'];
const lineCaps = ['butt', 'round', 'square'];
const lineJoins = ['miter', 'round', 'bevel'];

/** The shapes of a vector drawable as SVG, in the coordinates of its viewport. */
export class VectorWriter {
  readonly #sources: DrawableSources;

  constructor(sources: DrawableSources) {
    this.#sources = sources;
  }

  /** `height`: of what is seen of the drawing, in units of the viewport. */
  async write(vector: XmlElement, height: number): Promise<string> {
    return await this.#shapes(vector, 0, height);
  }

  async #shapes(parent: XmlElement, depth: number, height: number): Promise<string> {
    if (depth > maxDepth) throw new NotDrawable();
    let drawn = '';
    let clips = 0;
    for (const element of parent.children) {
      this.#sources.spend('shapes');
      if (element.name === 'path') drawn += await this.#path(element, height);
      else if (element.name === 'group')
        drawn += `<g transform="${groupTransform(element)}">${await this.#shapes(element, depth + 1, height / scaleOf(element))}</g>`;
      else if (element.name === 'clip-path') {
        // It clips what follows in the same group.
        const id = this.#sources.newId();
        drawn += `<clipPath id="${id}"><path d="${this.#pathData(element, height, 1)}"/></clipPath><g clip-path="url(#${id})">`;
        clips += 1;
      } else throw new NotDrawable();
    }
    return drawn + '</g>'.repeat(clips);
  }

  async #path(element: XmlElement, height: number): Promise<string> {
    if (numberOf(element, 'trimPathStart', 0) !== 0 || numberOf(element, 'trimPathEnd', 1) !== 1)
      throw new NotDrawable();
    const fill = await this.#paint(element, 'fill');
    const stroke = await this.#paint(element, 'stroke');
    const line = [
      `fill-rule="${choice(element, 'fillType', fillTypes)}"`,
      `stroke-width="${numberOf(element, 'strokeWidth', 0)}"`,
      `stroke-linecap="${choice(element, 'strokeLineCap', lineCaps)}"`,
      `stroke-linejoin="${choice(element, 'strokeLineJoin', lineJoins)}"`,
      `stroke-miterlimit="${numberOf(element, 'strokeMiterLimit', 4)}"`,
    ];
    const work = (fill.isSeen ? 1 : 0) + (stroke.isSeen ? ofStroke : 0);
    return `${fill.definition}${stroke.definition}<path d="${this.#pathData(element, height, work)}" ${fill.attributes} ${stroke.attributes} ${line.join(' ')}/>`;
  }

  /** The data of a path, of which each square of its edges takes so much work. */
  #pathData(element: XmlElement, height: number, work: number): string {
    const text = this.#sources.text(element.attributes.get('pathData'));
    this.#sources.spend('pathCharacters', text.length);
    if (!pathData.test(text)) throw new NotDrawable();
    this.#sources.spend('pathWork', work * edgesOf(text, height) ** 2);
    return text;
  }

  /** The attributes by which a shape is filled or outlined, and what they refer to. */
  async #paint(
    element: XmlElement,
    part: 'fill' | 'stroke',
  ): Promise<{ isSeen: boolean; definition: string; attributes: string }> {
    const value = element.attributes.get(`${part}Color`);
    if (value === undefined) return { isSeen: false, definition: '', attributes: `${part}="none"` };
    const alpha = numberOf(element, `${part}Alpha`, 1);
    const source = this.#sources.source(value);
    if ('argb' in source)
      return { isSeen: true, definition: '', attributes: paint(part, source.argb, alpha) };
    const id = this.#sources.newId();
    return {
      isSeen: true,
      definition: gradientOf(await this.#sources.document(source.path), id, this.#sources),
      attributes: `${part}="url(#${id})" ${part}-opacity="${alpha}"`,
    };
  }
}

function choice(element: XmlElement, name: string, choices: readonly string[]): string {
  const chosen = choices[numberOf(element, name, 0)];
  if (chosen === undefined) throw new NotDrawable();
  return chosen;
}

/** How much larger a group makes its shapes. */
const scaleOf = (group: XmlElement): number =>
  Math.max(...['scaleX', 'scaleY'].map((name) => Math.abs(numberOf(group, name, 1))));

/** The order of the system: scaled and rotated about the pivot, then moved. */
function groupTransform(group: XmlElement): string {
  const of = (name: string, otherwise = 0) => numberOf(group, name, otherwise);
  const [x, y] = [of('pivotX'), of('pivotY')];
  return `translate(${of('translateX') + x} ${of('translateY') + y}) rotate(${of('rotation')}) scale(${of('scaleX', 1)} ${of('scaleY', 1)}) translate(${-x} ${-y})`;
}

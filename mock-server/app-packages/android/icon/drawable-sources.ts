import { documentBytes } from '../../limits.ts';
import type { GuardedZip } from '../../zip/guarded-zip.ts';
import { readBinaryXml, type XmlElement } from '../resources/axml.ts';
import { anyDensity } from '../resources/resource-configuration.ts';
import type { ResourceTable } from '../resources/resource-table.ts';
import type { TypedValue } from '../resources/typed-value.ts';

/** A drawing with a part that cannot be drawn here. */
export class NotDrawable extends Error {}

/** What the value of a drawable or color leads to: a color, or a file with the density that it is made for (0: none). */
export type Source = { argb: number } | { path: string; density: number };

/**
 * Most drawables, shapes and characters of paths of one drawing, and the most work for its paths, the square of the edges that
 * a line across each meets: far more take long to draw, and real icons have far fewer.
 */
const maxCost = { drawables: 40, shapes: 500, pathCharacters: 64 * 1024, pathWork: 500_000 };
const frameworkColors = new Map([
  [0x0106000b, 0xffffffff],
  [0x0106000c, 0xff000000],
  [0x0106000d, 0],
]);

/** What a drawing is made of, found in the package, within the bounds of one drawing. */
export class DrawableSources {
  readonly zip: GuardedZip;
  readonly #table: ResourceTable;
  readonly #left = { ...maxCost };
  #ids = 0;

  constructor(zip: GuardedZip, table: ResourceTable) {
    this.zip = zip;
    this.#table = table;
  }

  /** To be called before so many of them are drawn. */
  spend(kind: keyof typeof maxCost, count = 1): void {
    this.#left[kind] -= count;
    if (!(this.#left[kind] >= 0)) throw new NotDrawable();
  }

  /** The name of a new definition in the drawing. */
  newId(): string {
    this.#ids += 1;
    return `d${this.#ids}`;
  }

  async document(path: string): Promise<XmlElement> {
    this.spend('drawables');
    return readBinaryXml(await this.bytes(path), this.zip.budget);
  }

  async bytes(path: string): Promise<Buffer> {
    return (await this.zip.read(path, documentBytes.image)) ?? refuse();
  }

  /** What a value leads to: of several files the densest picture, and only without pictures a drawing. */
  source(value: TypedValue | undefined): Source {
    if (value?.kind === 'color') return { argb: value.argb };
    if (value?.kind !== 'reference') throw new NotDrawable();
    const known = frameworkColors.get(value.id);
    if (known !== undefined) return { argb: known };
    const found = this.#table.values(value.id);
    const color = found.find((each) => each.value.kind === 'color')?.value;
    if (color?.kind === 'color') return { argb: color.argb };
    const files = found.flatMap(({ value: { kind, ...file }, configuration: { density } }) =>
      kind === 'text' && 'text' in file
        ? [{ path: file.text, density: density >= anyDensity ? 0 : density }]
        : [],
    );
    return files.toSorted((a, b) => b.density - a.density)[0] ?? refuse();
  }

  color(value: TypedValue | undefined): number {
    const source = this.source(value);
    return 'argb' in source ? source.argb : refuse();
  }

  /** A text, or the text that a reference leads to. */
  text(value: TypedValue | undefined): string {
    if (value?.kind === 'text') return value.text;
    if (value?.kind !== 'reference') throw new NotDrawable();
    const found = this.#table.values(value.id)[0]?.value;
    return found?.kind === 'text' ? found.text : refuse();
  }
}

function refuse(): never {
  throw new NotDrawable();
}

/** A number of this attribute; `otherwise` where the element has none. */
export function numberOf(element: XmlElement, name: string, otherwise: number): number {
  const value = element.attributes.get(name);
  if (value === undefined) return otherwise;
  if (value.kind !== 'float' && value.kind !== 'integer' && value.kind !== 'dimension')
    throw new NotDrawable();
  if (!Number.isFinite(value.value)) throw new NotDrawable();
  return value.value;
}

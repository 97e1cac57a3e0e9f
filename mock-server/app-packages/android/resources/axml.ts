import type { Budget } from '../../budget.ts';
import { ByteView } from '../../formats/byte-view.ts';
import { attributeNames } from './attribute-names.ts';
import { type Chunk, chunkType, readChunk, readChunks } from './chunks.ts';
import { StringPool } from './string-pool.ts';
import { type TypedValue, typedValue } from './typed-value.ts';

/** An attribute that is neither the framework's nor in a namespace, as `package`: its value and, where it has one, its text. */
export interface PlainAttribute {
  value: TypedValue;
  raw: string | null;
}

/**
 * An element of a binary XML document. As on devices, the attributes of the framework are known by their resource numbers
 * alone, whatever their names and namespaces are, and others only when they have no namespace. Of two with the same
 * name the first counts.
 */
export interface XmlElement {
  name: string;
  /** The framework's attributes, by the names in `attributeNames`. */
  attributes: Map<string, TypedValue>;
  plain: Map<string, PlainAttribute>;
  children: XmlElement[];
  /** The text directly in it. */
  text: string;
}

const maxDepth = 100;
const maxElements = 50_000;
const maxAttributes = 500;
const attributeBytes = 20;
/** Most characters of text in all elements together: every chunk can repeat the longest string of the pool. */
const maxTextCharacters = 1024 * 1024;

/** Reads Android's binary XML (AndroidManifest.xml, adaptive icons) into a tree. */
export function readBinaryXml(bytes: Buffer, budget?: Budget): XmlElement {
  const view = new ByteView(bytes, 'malformed_manifest', 'little', budget);
  // Devices do not look at the type of the outermost chunk, and some tools change it.
  const document = readChunk(view, 0);
  return new TreeBuilder(document.view).build(document.headerBytes);
}

class TreeBuilder {
  readonly #view: ByteView;
  #strings: StringPool | null = null;
  #resourceIds: ByteView | null = null;
  readonly #open: XmlElement[] = [];
  #root: XmlElement | null = null;
  #elements = 0;
  #textCharacters = 0;
  #hasNodes = false;

  constructor(view: ByteView) {
    this.#view = view;
  }

  build(start: number): XmlElement {
    for (const chunk of readChunks(this.#view, start)) this.#take(chunk);
    return this.#root ?? this.#view.fail();
  }

  #take(chunk: Chunk): void {
    const { type } = chunk;
    // Of those before the first element the last one counts, and none after it.
    if (type === chunkType.stringPool && !this.#hasNodes) this.#strings = new StringPool(chunk.view);
    else if (type === chunkType.xmlResourceMap && !this.#hasNodes) this.#resourceIds = chunk.view;
    this.#hasNodes ||= type >= chunkType.xmlStartNamespace && type <= chunkType.xmlLastNode;
    if (type === chunkType.xmlStartElement) this.#start(chunk);
    else if (type === chunkType.xmlEndElement) this.#open.pop();
    else if (type === chunkType.xmlText) this.#addText(chunk);
  }

  #addText(chunk: Chunk): void {
    const element = this.#open.at(-1);
    if (element === undefined) return;
    const text = this.#strings?.get(chunk.view.u32(chunk.headerBytes)) ?? '';
    this.#textCharacters += text.length;
    if (this.#textCharacters > maxTextCharacters) this.#view.fail();
    element.text += text;
  }

  #start(chunk: Chunk): void {
    const strings = this.#strings ?? this.#view.fail();
    const body = chunk.view.part(chunk.headerBytes, chunk.view.length - chunk.headerBytes);
    const element = {
      name: strings.get(body.u32(4)) ?? '',
      ...this.#attributes(body, strings),
      children: [],
      text: '',
    };
    this.#elements += 1;
    if (this.#elements > maxElements || this.#open.length >= maxDepth) this.#view.fail();
    this.#open.at(-1)?.children.push(element);
    this.#root ??= element;
    this.#open.push(element);
  }

  #attributes(body: ByteView, strings: StringPool): Pick<XmlElement, 'attributes' | 'plain'> {
    const start = body.u16(8);
    const size = body.u16(10);
    const count = body.u16(12);
    if (count > maxAttributes || size < attributeBytes) body.fail();
    body.budget.spend(count);
    const attributes: XmlElement['attributes'] = new Map();
    const plain: XmlElement['plain'] = new Map();
    for (let at = start; at < start + count * size; at += size) {
      const name = body.u32(at + 4);
      const known = attributeNames.get(this.#resourceId(name));
      const text = strings.get(body.u32(at)) === null ? strings.get(name) : null;
      const isNew = known !== undefined && !attributes.has(known);
      const isNewPlain = text !== null && text !== '' && !plain.has(text);
      if (!isNew && !isNewPlain) continue;
      const value = typedValue(body, body.u8(at + 15), at + 16, strings);
      if (isNew) attributes.set(known, value);
      if (isNewPlain) plain.set(text, { value, raw: strings.get(body.u32(at + 8)) });
    }
    return { attributes, plain };
  }

  /** The resource number of the attribute whose name is this string; 0 when it has none. */
  #resourceId(name: number): number {
    const at = 8 + name * 4;
    const ids = this.#resourceIds;
    return ids !== null && at + 4 <= ids.length ? ids.u32(at) : 0;
  }
}

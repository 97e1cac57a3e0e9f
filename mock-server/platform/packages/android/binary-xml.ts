import type { Budget } from '../budget.ts';
import { ByteView } from '../formats/byte-view.ts';
import { attributeNames } from './attribute-names.ts';
import { type Chunk, chunkType, readChunk, readChunks } from './chunks.ts';
import { StringPool } from './string-pool.ts';
import { type TypedValue, typedValue } from './typed-value.ts';

/** An element of a binary XML document. Attributes are named by the framework's resource number where they have one. */
export interface XmlElement {
  name: string;
  attributes: Map<string, TypedValue>;
  children: XmlElement[];
  /** The text directly in it. */
  text: string;
}

const maxDepth = 100;
const maxElements = 50_000;
const maxAttributes = 500;
const attributeBytes = 20;

/** Reads Android's binary XML (AndroidManifest.xml, adaptive icons) into a tree. */
export function readBinaryXml(bytes: Buffer, budget?: Budget): XmlElement {
  const view = new ByteView(bytes, 'malformed_manifest', 'little', budget);
  const document = readChunk(view, 0);
  if (document.type !== chunkType.xml) view.fail();
  return new TreeBuilder(document.view).build(document.headerBytes);
}

class TreeBuilder {
  readonly #view: ByteView;
  #strings: StringPool | null = null;
  #resourceIds: ByteView | null = null;
  readonly #open: XmlElement[] = [];
  #root: XmlElement | null = null;
  #elements = 0;

  constructor(view: ByteView) {
    this.#view = view;
  }

  build(start: number): XmlElement {
    for (const chunk of readChunks(this.#view, start)) this.#take(chunk);
    return this.#root ?? this.#view.fail();
  }

  #take(chunk: Chunk): void {
    if (chunk.type === chunkType.stringPool) this.#strings ??= new StringPool(chunk.view);
    else if (chunk.type === chunkType.xmlResourceMap) this.#resourceIds = chunk.view;
    else if (chunk.type === chunkType.xmlStartElement) this.#start(chunk);
    else if (chunk.type === chunkType.xmlEndElement) this.#open.pop();
    else if (chunk.type === chunkType.xmlText) this.#addText(chunk);
  }

  #addText(chunk: Chunk): void {
    const element = this.#open.at(-1);
    if (element !== undefined) element.text += this.#strings?.get(chunk.view.u32(chunk.headerBytes)) ?? '';
  }

  #start(chunk: Chunk): void {
    const strings = this.#strings ?? this.#view.fail();
    const body = chunk.view.part(chunk.headerBytes, chunk.view.length - chunk.headerBytes);
    const element = {
      name: strings.get(body.u32(4)) ?? '',
      attributes: this.#attributes(body, strings),
      children: [],
      text: '',
    };
    this.#elements += 1;
    if (this.#elements > maxElements || this.#open.length >= maxDepth) this.#view.fail();
    this.#open.at(-1)?.children.push(element);
    this.#root ??= element;
    this.#open.push(element);
  }

  #attributes(body: ByteView, strings: StringPool): Map<string, TypedValue> {
    const start = body.u16(8);
    const size = body.u16(10);
    const count = body.u16(12);
    if (count > maxAttributes || size < attributeBytes) body.fail();
    body.budget.spend(count);
    const attributes = new Map<string, TypedValue>();
    for (let at = start; at < start + count * size; at += size) {
      attributes.set(
        this.#attributeName(body.u32(at + 4), strings),
        typedValue(body, body.u8(at + 15), at + 16, strings),
      );
    }
    return attributes;
  }

  #attributeName(index: number, strings: StringPool): string {
    const at = 8 + index * 4;
    const ids = this.#resourceIds;
    const id = ids !== null && at + 4 <= ids.length ? ids.u32(at) : 0;
    return attributeNames.get(id) ?? strings.get(index) ?? '';
  }
}

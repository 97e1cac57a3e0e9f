import { attributeNames } from './attribute-names.ts';
import { chunkType } from './chunks.ts';
import { buildStringPool, chunk, u16, u32, valueOf, type WrittenValue } from './write-chunks.ts';

/** An element to write: its name, its attributes, its children, of which some may be text. */
export type Xml = readonly [
  name: string,
  attributes?: Readonly<Record<string, WrittenValue>>,
  ...children: (Xml | string)[],
];

const namespace = { prefix: 'android', uri: 'http://schemas.android.com/apk/res/android' } as const;
const resourceIds: ReadonlyMap<string, number> = new Map([...attributeNames].map(([id, name]) => [name, id]));
const none = 0xffffffff;
const lineAndComment = u32(1, none);

/** Binary XML as Android's build tools write it. Attributes whose names the framework knows are in its namespace. */
export function writeBinaryXml(root: Xml): Buffer {
  const document = new Document(root);
  const parts = [
    document.strings(),
    document.resourceMap(),
    document.namespace(chunkType.xmlStartNamespace),
    ...document.element(root),
    document.namespace(chunkType.xmlEndNamespace),
  ];
  return chunk(chunkType.xml, Buffer.alloc(0), Buffer.concat(parts));
}

class Document {
  /** The framework's attributes, which are the first strings of the pool, in the order of their numbers. */
  readonly #known: string[];
  readonly #texts: string[];

  constructor(root: Xml) {
    const names = new Set(attributesOf(root));
    this.#known = [...names].filter((name) => resourceIds.has(name)).sort(byResource);
    this.#texts = [...new Set([namespace.prefix, namespace.uri, ...textsOf(root)])];
  }

  strings(): Buffer {
    return buildStringPool([...this.#known, ...this.#texts], false);
  }

  resourceMap(): Buffer {
    const ids = this.#known.map((name) => resourceIds.get(name) ?? 0);
    return chunk(chunkType.xmlResourceMap, Buffer.alloc(0), u32(...ids));
  }

  namespace(type: number): Buffer {
    return chunk(type, lineAndComment, u32(this.#text(namespace.prefix), this.#text(namespace.uri)));
  }

  element([name, attributes = {}, ...children]: Xml): Buffer[] {
    // Devices look up attributes in the order of their numbers.
    const pairs = Object.entries(attributes).sort(([a], [b]) => byResource(a, b));
    const written = pairs.map(([key, value]) => this.#attribute(key, value));
    const sizes = u16(20, 20, pairs.length, 0, 0, 0);
    const names = u32(none, this.#text(name));
    return [
      chunk(chunkType.xmlStartElement, lineAndComment, Buffer.concat([names, sizes, ...written])),
      ...children.flatMap((child) =>
        typeof child === 'string' ? [this.#content(child)] : this.element(child),
      ),
      chunk(chunkType.xmlEndElement, lineAndComment, names),
    ];
  }

  /** The text of an element, with an empty typed value. */
  #content(text: string): Buffer {
    return chunk(
      chunkType.xmlText,
      lineAndComment,
      Buffer.concat([u32(this.#text(text)), u16(8, 0), u32(0)]),
    );
  }

  #attribute(name: string, value: WrittenValue): Buffer {
    const at = this.#known.indexOf(name);
    const names = at === -1 ? [none, this.#text(name)] : [this.#text(namespace.uri), at];
    const raw = typeof value === 'string' ? this.#text(value) : none;
    return Buffer.concat([u32(...names, raw), valueOf(value, (text) => this.#text(text))]);
  }

  #text(text: string): number {
    return this.#known.length + this.#texts.indexOf(text);
  }
}

/** Attributes without a number come last. */
const byResource = (a: string, b: string): number =>
  (resourceIds.get(a) ?? none) - (resourceIds.get(b) ?? none);

function attributesOf([, attributes = {}, ...children]: Xml): string[] {
  const elements = children.filter((child) => typeof child !== 'string');
  return [...Object.keys(attributes), ...elements.flatMap(attributesOf)];
}

/** Names of elements, names of attributes that have no number, values and texts. */
function textsOf(xml: Xml | string): string[] {
  if (typeof xml === 'string') return [xml];
  const [name, attributes = {}, ...children] = xml;
  const plain = Object.keys(attributes).filter((key) => !resourceIds.has(key));
  const values = Object.values(attributes).filter((value) => typeof value === 'string');
  return [name, ...plain, ...values, ...children.flatMap(textsOf)];
}

import { Budget } from '../budget.ts';
import { PackageError, type PackageErrorCode } from '../package-error.ts';
import { type PlistDictionary, type PlistValue, plistLimits } from './plist-value.ts';
import { decodeXmlText, readXmlTag, type XmlTag } from './xml-tokens.ts';

/**
 * Reads an XML property list, and only this document type: attributes are ignored, entities can't be declared (so
 * nothing can expand), and every byte is read once.
 */
export function parseXmlPlist(
  text: string,
  code: PackageErrorCode,
  budget = new Budget(),
  maxValues: number = plistLimits.values,
): PlistDictionary {
  const reader = new XmlPlist(text, code, budget, maxValues);
  reader.expectOpen('plist');
  const value = reader.value(reader.open(), 0);
  return value instanceof Map ? value : reader.fail();
}

class XmlPlist {
  readonly #text: string;
  readonly #code: PackageErrorCode;
  readonly #budget: Budget;
  #at = 0;
  #valuesLeft: number;

  constructor(text: string, code: PackageErrorCode, budget: Budget, maxValues: number) {
    this.#valuesLeft = maxValues;
    this.#text = text;
    this.#code = code;
    this.#budget = budget;
  }

  fail(): never {
    throw new PackageError(this.#code);
  }

  expectOpen(name: string): void {
    const tag = this.open();
    if (tag.name !== name || tag.kind !== 'open') this.fail();
  }

  open(): XmlTag {
    const tag = this.#tag();
    return tag.kind === 'close' ? this.fail() : tag;
  }

  /** The value that `tag` opens; reads on until it is closed. */
  value(tag: XmlTag, depth: number): PlistValue {
    this.#valuesLeft -= 1;
    this.#budget.spend(1);
    if (this.#valuesLeft < 0 || depth > plistLimits.depth) this.fail();
    if (tag.name === 'dict') return this.#dictionary(tag, depth);
    if (tag.name === 'array') return this.#array(tag, depth);
    return this.#scalar(tag.name, this.#content(tag));
  }

  #dictionary(tag: XmlTag, depth: number): PlistDictionary {
    const dictionary: PlistDictionary = new Map();
    for (let next = this.#inside(tag); next !== null; next = this.#inside(tag)) {
      if (next.name !== 'key') this.fail();
      dictionary.set(this.#content(next), this.value(this.open(), depth + 1));
    }
    return dictionary;
  }

  #array(tag: XmlTag, depth: number): PlistValue[] {
    const values: PlistValue[] = [];
    for (let next = this.#inside(tag); next !== null; next = this.#inside(tag)) {
      values.push(this.value(next, depth + 1));
    }
    return values;
  }

  #scalar(name: string, text: string): PlistValue {
    if (name === 'string') return text;
    if (name === 'true' || name === 'false') return name === 'true';
    if (name === 'data') return Buffer.from(text, 'base64');
    if (name === 'date') return this.#date(text);
    return name === 'integer' || name === 'real' ? this.#number(text) : this.fail();
  }

  #number(text: string): number {
    const value = Number(text.trim());
    return text.trim() !== '' && Number.isFinite(value) ? value : this.fail();
  }

  #date(text: string): Date {
    const date = new Date(text.trim());
    return Number.isNaN(date.getTime()) ? this.fail() : date;
  }

  /** The next tag inside a container, or null where the container ends. */
  #inside(container: XmlTag): XmlTag | null {
    if (container.kind === 'empty') return null;
    const tag = this.#tag();
    if (tag.kind !== 'close') return tag;
    return tag.name === container.name ? null : this.fail();
  }

  /** The text up to the closing tag of a value that holds nothing else. */
  #content(tag: XmlTag): string {
    if (tag.kind === 'empty') return '';
    const { text, end } = decodeXmlText(this.#text, this.#at) ?? this.fail();
    this.#at = end;
    const close = this.#tag();
    return close.kind === 'close' && close.name === tag.name ? text : this.fail();
  }

  #tag(): XmlTag {
    const tag = readXmlTag(this.#text, this.#at) ?? this.fail();
    this.#at = tag.end;
    return tag;
  }
}

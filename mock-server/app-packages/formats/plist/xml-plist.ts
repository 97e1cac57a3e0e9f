import { SaxesParser } from 'saxes';
import { Budget } from '../../budget.ts';
import { PackageError, type PackageErrorCode } from '../../package-error.ts';
import { type PlistDictionary, type PlistValue, plistLimits } from './plist-value.ts';

/** What XML 1.0 forbids, but does no harm in a list: `--` in comments, `]]>` and control characters in texts. */
const tolerated =
  /^\d+:\d+: (?:malformed comment|disallowed character|the string "]]>" is disallowed in char data)\.$/;
/** The most of what is tolerated, of attributes and of processing instructions: each is costly, and real lists have one attribute. */
const maxOddities = 100;
/** Characters that cost as much as an element. */
const charactersPerElement = 32;

/**
 * Reads an XML property list. Attributes are ignored, and so is what follows the outermost value. Entities can't be declared, so that
 * nothing can expand. The text is paid from the budget before it is read, values and comments while it is.
 */
export function parseXmlPlist(
  text: string,
  code: PackageErrorCode,
  budget = new Budget(),
  maxValues: number = plistLimits.values,
): PlistDictionary {
  const plist = new PlistBuilder(code, budget, maxValues);
  const parser = new SaxesParser();
  let oddities = 0;
  const odd = (cause?: unknown) => {
    oddities += 1;
    if (oddities > maxOddities) plist.fail(cause);
  };
  parser.on('error', (error) => (tolerated.test(error.message) ? odd(error) : plist.fail(error)));
  parser.on('doctype', (declaration) => declaration.includes('[') && plist.fail());
  parser.on('opentag', ({ name }) => plist.open(name));
  parser.on('closetag', () => plist.close());
  parser.on('text', (characters) => plist.text(characters));
  parser.on('cdata', (characters) => plist.text(characters));
  parser.on('comment', () => budget.spend(1));
  parser.on('attribute', odd);
  parser.on('processinginstruction', odd);
  budget.spend(text.length / charactersPerElement);
  try {
    // Blanks before the declaration do no harm either.
    parser.write(text.trimStart()).close();
  } catch (error) {
    if (!(error instanceof EndOfList)) throw error;
  }
  return plist.root instanceof Map ? plist.root : plist.fail();
}

/** Thrown where the outermost value ends, so that what follows is not read. */
class EndOfList extends Error {}

/** An element that is not closed yet. */
interface OpenElement {
  name: string;
  /** Of a dictionary, an array, or the outermost element; null: the element has text only. */
  container: PlistDictionary | PlistValue[] | null;
  /** The key whose value comes next, in a dictionary. */
  key: string | null;
  text: string;
}

const textElements: ReadonlySet<string> = new Set([
  'key',
  'string',
  'integer',
  'real',
  'date',
  'data',
  'true',
  'false',
]);

/** Makes the values of a property list from its tags and texts. */
class PlistBuilder {
  /** The outermost value, once it was read. */
  root: PlistValue | undefined;
  readonly #code: PackageErrorCode;
  readonly #budget: Budget;
  readonly #open: OpenElement[] = [];
  #valuesLeft: number;

  constructor(code: PackageErrorCode, budget: Budget, maxValues: number) {
    this.#code = code;
    this.#budget = budget;
    this.#valuesLeft = maxValues;
  }

  fail(cause?: unknown): never {
    throw new PackageError(this.#code, { cause });
  }

  open(name: string): void {
    const parent = this.#open.at(-1);
    if (parent === undefined ? name !== 'plist' : !this.#mayContain(parent, name)) this.fail();
    if (parent !== undefined && name !== 'key') this.#spendValue();
    this.#open.push({ name, container: containerOf(name), key: null, text: '' });
  }

  text(characters: string): void {
    const element = this.#open.at(-1);
    if (element === undefined) return;
    if (element.container === null) element.text += characters;
    else if (characters.trim() !== '') this.fail();
  }

  close(): void {
    const element = this.#open.pop() ?? this.fail();
    const parent = this.#open.at(-1) ?? this.fail();
    if (element.name === 'key') parent.key = element.text;
    else if (parent.name === 'plist') {
      this.root = this.#valueOf(element);
      throw new EndOfList();
    } else if (Array.isArray(parent.container)) parent.container.push(this.#valueOf(element));
    else {
      parent.container?.set(parent.key ?? this.fail(), this.#valueOf(element));
      parent.key = null;
    }
  }

  /** In a dictionary, keys and values take turns. */
  #mayContain({ name, container, key }: OpenElement, child: string): boolean {
    if (container === null || !(child === 'dict' || child === 'array' || textElements.has(child)))
      return false;
    return (child === 'key') === (name === 'dict' && key === null);
  }

  #spendValue(): void {
    this.#budget.spend(1);
    this.#valuesLeft -= 1;
    // The outermost element and its value are at no depth.
    if (this.#valuesLeft < 0 || this.#open.length > plistLimits.depth + 1) this.fail();
  }

  #valueOf({ name, container, key, text }: OpenElement): PlistValue {
    if (key !== null) this.fail();
    if (container !== null) return container;
    if (name === 'string') return text;
    if (name === 'true' || name === 'false') return name === 'true';
    if (name === 'data') return Buffer.from(text, 'base64');
    return name === 'date' ? this.#date(text) : this.#number(text);
  }

  #number(text: string): number {
    const value = Number(text.trim());
    return text.trim() !== '' && Number.isFinite(value) ? value : this.fail();
  }

  #date(text: string): Date {
    const date = new Date(text.trim());
    return Number.isNaN(date.getTime()) ? this.fail() : date;
  }
}

function containerOf(name: string): OpenElement['container'] {
  if (name === 'dict') return new Map();
  return name === 'array' || name === 'plist' ? [] : null;
}

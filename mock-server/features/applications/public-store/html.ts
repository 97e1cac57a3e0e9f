import { Parser } from 'htmlparser2';

/** An element of a page, with the attributes and text from which a store's page is read. */
export interface PageElement {
  name: string;
  attributes: Readonly<Record<string, string>>;
  /** The content of a script. */
  text: string;
}

const wanted = ['meta', 'img', 'script'];

/** Most elements that are read; real pages have some hundreds. */
const maxElements = 10_000;

/**
 * Finds the `meta`, `img` and `script` elements of a page, even of a malformed or hostile one, in time proportional to
 * its length. Only the first `maxElements` of them are read.
 */
export function findPageElements(html: string): PageElement[] {
  const elements: PageElement[] = [];
  let script: PageElement | undefined;
  const parser = new FlatParser({
    onopentag(name, attributes) {
      if (elements.length === maxElements) return parser.pause();
      if (!wanted.includes(name)) return;
      const element = { name, attributes, text: '' };
      elements.push(element);
      if (name === 'script') script = element;
    },
    ontext(text) {
      if (script) script.text += text;
    },
    onclosetag(name) {
      if (name === 'script') script = undefined;
    },
  });
  parser.end(html);
  return elements;
}

/**
 * Treats every element except `script` as empty. Nesting does not matter here, and the parser's list of open elements would
 * take quadratic time for a hostile page that never closes them.
 */
class FlatParser extends Parser {
  protected override isVoidElement(name: string): boolean {
    return name !== 'script';
  }
}

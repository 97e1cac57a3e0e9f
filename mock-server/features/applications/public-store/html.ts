import { Parser } from 'htmlparser2';

/** An element of a page, as far as reading a store needs it. */
export interface PageElement {
  name: string;
  attributes: Readonly<Record<string, string>>;
  /** What stands in a script. */
  text: string;
}

const wanted = ['meta', 'img', 'script'];

/** A true page has some hundreds. */
const mostElements = 10_000;

/**
 * Finds the `meta`, `img` and `script` elements of a page, also of one that is wrong or hostile, in time that grows with
 * its length and not faster. Of a page with too many of them only the first ones.
 */
export function pageElements(html: string): PageElement[] {
  const elements: PageElement[] = [];
  let script: PageElement | undefined;
  const parser = new FlatParser({
    onopentag(name, attributes) {
      if (elements.length === mostElements) return parser.pause();
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
 * Treats every element as empty, except the script, whose text is wanted. Where an element lies does not matter here, and
 * the parser's list of open elements takes quadratic time when a hostile page never closes them.
 */
class FlatParser extends Parser {
  protected override isVoidElement(name: string): boolean {
    return name !== 'script';
  }
}

/** An element of a page, as far as reading a store needs it. */
export interface PageElement {
  name: string;
  attributes: ReadonlyMap<string, string>;
  /** What stands in a script. */
  text: string;
}

const starts = /<!--|<(meta|img|script|style|textarea|title)(?=[\s/>])/gi;
/** The next attribute, or the tag's end: one pass, nothing is read twice. */
const attribute = /[\s/]*(?:(>)|([^\s/>=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']*)))?|=)/y;
const rawText = ['script', 'style', 'textarea', 'title'];

/** A true page has some hundreds. */
const mostElements = 10_000;

/**
 * Finds the `meta`, `img` and `script` elements of a page from beginning to end, also of one that is cut, wrong or
 * hostile; what looks like them inside comments, scripts and other raw text is none. Of a page with too many of them only the first ones.
 */
export function pageElements(html: string): PageElement[] {
  const elements: PageElement[] = [];
  let at = 0;
  while (elements.length < mostElements) {
    starts.lastIndex = at;
    const start = starts.exec(html);
    if (start === null) break;
    const name = start[1]?.toLowerCase();
    if (name === undefined) {
      at = after(html, '-->', starts.lastIndex);
      continue;
    }
    const tag = readAttributes(html, starts.lastIndex);
    const end = rawText.includes(name) ? endOfRawText(html, name, tag.end) : tag.end;
    elements.push({ name, attributes: tag.attributes, text: html.slice(tag.end, end) });
    at = end;
  }
  return elements;
}

function after(html: string, mark: string, from: number): number {
  const found = html.indexOf(mark, from);
  return found === -1 ? html.length : found + mark.length;
}

function endOfRawText(html: string, name: string, from: number): number {
  const end = new RegExp(`</${name}`, 'gi');
  end.lastIndex = from;
  return end.exec(html)?.index ?? html.length;
}

function readAttributes(html: string, from: number): { attributes: Map<string, string>; end: number } {
  const attributes = new Map<string, string>();
  attribute.lastIndex = from;
  for (let found = attribute.exec(html); found !== null; found = attribute.exec(html)) {
    const [, end, name, double, single, bare] = found;
    if (end !== undefined) return { attributes, end: attribute.lastIndex };
    const key = name?.toLowerCase();
    if (key !== undefined && !attributes.has(key)) {
      attributes.set(key, decodeReferences(double ?? single ?? bare ?? ''));
    }
  }
  return { attributes, end: html.length };
}

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

/** Character references of HTML: by number, and the names that stores write; others stay as they are. */
export const decodeReferences = (text: string): string =>
  text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi, (whole, decimal, hex, name) => {
    if (typeof name === 'string') return named[name.toLowerCase()] ?? whole;
    const code = typeof decimal === 'string' ? Number(decimal) : Number.parseInt(String(hex), 16);
    return code <= 0x10_ff_ff ? String.fromCodePoint(code) : '\ufffd';
  });

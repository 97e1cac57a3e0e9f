/** A tag of an XML document, and where the text behind it begins. */
export interface XmlTag {
  name: string;
  kind: 'open' | 'close' | 'empty';
  end: number;
}

const namedCharacters = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);
/** A reference to a character or a predefined entity; other entities can't be declared. */
const reference = /&(?:#x([0-9a-fA-F]{1,6})|#([0-9]{1,7})|([a-z]{2,4}));/y;
const tagPattern = /<(\/?)([A-Za-z]{1,16})(\s[^<>]*?)?(\/?)>/y;
const blanks = /\s*/y;
const doctype = /<!DOCTYPE[^<>[]*>/y;

/** The next tag at or after `at`; skips blanks, comments, the XML declaration and a document type without declarations. */
export function readXmlTag(text: string, at: number): XmlTag | null {
  const start = skipMisc(text, at);
  if (start === null) return null;
  tagPattern.lastIndex = start;
  const match = tagPattern.exec(text);
  if (match === null) return null;
  const [, slash, name = '', , emptySlash] = match;
  const kind = slash === '/' ? 'close' : emptySlash === '/' ? 'empty' : 'open';
  return { name, kind, end: tagPattern.lastIndex };
}

/** Text and CDATA from `at` to the next tag, references resolved; null when it holds an unknown reference. */
export function decodeXmlText(text: string, at: number): { text: string; end: number } | null {
  const parts: string[] = [];
  let position = at;
  while (position < text.length) {
    const next = text.indexOf('<', position);
    const end = next === -1 ? text.length : next;
    const plain = decodeReferences(text.slice(position, end));
    if (plain === null) return null;
    parts.push(plain);
    const behind = skipCdata(text, end, parts) ?? skipBetween(text, end, '<!--', '-->');
    if (behind === null) return { text: parts.join(''), end };
    position = behind;
  }
  return null;
}

function skipMisc(text: string, from: number): number | null {
  let at = from;
  for (;;) {
    blanks.lastIndex = at;
    blanks.exec(text);
    at = blanks.lastIndex;
    if (!text.startsWith('<?', at) && !text.startsWith('<!', at)) return at;
    const behind =
      skipBetween(text, at, '<!--', '-->') ?? skipBetween(text, at, '<?', '?>') ?? skipDoctype(text, at);
    if (behind === null) return null;
    at = behind;
  }
}

function skipDoctype(text: string, at: number): number | null {
  doctype.lastIndex = at;
  return doctype.test(text) ? doctype.lastIndex : null;
}

function skipBetween(text: string, at: number, opening: string, closing: string): number | null {
  if (!text.startsWith(opening, at)) return null;
  const end = text.indexOf(closing, at + opening.length);
  return end === -1 ? null : end + closing.length;
}

function skipCdata(text: string, at: number, parts: string[]): number | null {
  const opening = '<![CDATA[';
  const end = skipBetween(text, at, opening, ']]>');
  if (end !== null) parts.push(text.slice(at + opening.length, end - 3));
  return end;
}

function decodeReferences(text: string): string | null {
  const parts: string[] = [];
  let position = 0;
  for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', position)) {
    reference.lastIndex = at;
    const character = resolve(reference.exec(text));
    if (character === null) return null;
    parts.push(text.slice(position, at), character);
    position = reference.lastIndex;
  }
  return parts.join('') + text.slice(position);
}

function resolve(match: RegExpExecArray | null): string | null {
  if (match === null) return null;
  const [, hexadecimal, decimal, name = ''] = match;
  if (hexadecimal === undefined && decimal === undefined) return namedCharacters.get(name) ?? null;
  const code = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16);
  return code <= 0x10ffff ? String.fromCodePoint(code) : null;
}

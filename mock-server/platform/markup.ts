/** HTML that can be put into a page without escaping. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = Markup | string | number | null | readonly Part[];

/** Text in which the characters with a meaning in HTML are escaped. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

function renderPart(part: Part): string {
  if (part === null) return '';
  if (part instanceof Markup) return part.text;
  if (typeof part === 'object') return part.map(renderPart).join('');
  return escapeHtml(String(part));
}

/** Writes HTML; inserted values are escaped, unless they are `Markup`. */
export const renderHtml = (strings: TemplateStringsArray, ...parts: Part[]): Markup =>
  new Markup(String.raw({ raw: strings }, ...parts.map(renderPart)));

import { escapeHtml } from '../markup.ts';

/** A text with `{name}` in it for each of these names; one that an organization wrote has any. */
export type Template<Name extends string> = string | (string & { readonly names: Name });

/** The values that replace the names in braces. */
export type Values<Name extends string = string> = Readonly<Record<Name, string>>;

/** A template filled in: plain text, and the same as HTML. */
export interface Filled {
  text: string;
  html: string;
}

const placeholder = /\{(\w+)\}/g;
/** An HTML tag, but not an address in angle brackets: `<help@example.org>` is text. */
const tag = /<\/?[a-z][a-z0-9]*(?:\s[^<>]*)?\/?>/gi;

/** Replaces `{name}` by its value; unknown names stay as they are. */
export function fill<Name extends string>(template: Template<Name>, values: Values<Name>): string {
  const all: Values = values;
  return template.replace(placeholder, (whole, name: string) =>
    Object.hasOwn(all, name) ? (all[name] ?? '') : whole,
  );
}

/**
 * Fills in a template, which is plain text, or HTML when it contains a tag. Values are always text: a person's name is
 * never markup. A template without `{link}` gets the link at the end.
 */
export function fillTemplate<Name extends string>(
  template: Template<Name>,
  values: Values<Name | 'link'>,
): Filled {
  const whole = template.includes('{link}') ? template : `${template.trimEnd()}\n\n{link}\n`;
  const isHtml = new RegExp(tag.source, 'i').test(whole);
  const escaped = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, escapeHtml(value)]),
  );
  if (isHtml) return { html: fill(withLink(whole, escaped), escaped), text: fill(plain(whole), values) };
  const paragraphs = whole.trim().split(/\n{2,}/);
  const html = paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph).replaceAll('\n', '<br>')}</p>`);
  return { text: fill(whole, values), html: fill(withLink(html.join('\n'), escaped), escaped) };
}

/** `{link}` becomes a link; inside an attribute it becomes only the address. */
const withLink = (html: string, { link = '' }: Values): string =>
  html.replace(/(?<!["'=])\{link\}/g, () => `<a href="${link}">${link}</a>`);

const named: Values = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };

/** HTML without its tags, for mail programs that show plain text. */
const plain = (html: string): string =>
  html
    .replace(/<(?:br|\/p|\/div|\/h\d|\/li|\/tr)\b[^<>]*>/gi, '\n')
    .replace(/<a\b[^<>]*\bhref=["']?\{link\}["']?[^<>]*>/gi, '{link} ')
    .replace(tag, '')
    .replace(/&(amp|lt|gt|quot|nbsp);/g, (_, name: string) => named[name] ?? '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

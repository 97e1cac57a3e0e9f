import { escapeHtml } from '../markup.ts';

/** What stands in braces in a template, and what it is replaced by. */
export type Values = Readonly<Record<string, string>>;

/** A template filled in: plain text, and the same as HTML. */
export interface Filled {
  text: string;
  html: string;
}

const placeholder = /\{(\w+)\}/g;
/** No address in angle brackets: `<help@example.org>` is text. */
const tag = /<\/?[a-z][a-z0-9]*(?:\s[^<>]*)?\/?>/gi;

/** Replaces `{name}` by its value; a name that nobody knows stays as it is written. */
export const fill = (template: string, values: Values): string =>
  template.replace(placeholder, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? '') : whole,
  );

/**
 * Fills in a template written as plain text, or as HTML when it has a tag in it. Values are text in both: what a person
 * calls themself is never markup. A template without its `{link}` gets it at the end.
 */
export function fillTemplate(template: string, values: Values): Filled {
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

/** A bare `{link}` becomes one that can be pressed; inside an attribute it stays the address. */
const withLink = (html: string, { link = '' }: Values): string =>
  html.replace(/(?<!["'=])\{link\}/g, () => `<a href="${link}">${link}</a>`);

const named: Values = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };

/** HTML without its tags, for programs that show text. */
const plain = (html: string): string =>
  html
    .replace(/<(?:br|\/p|\/div|\/h\d|\/li|\/tr)\b[^<>]*>/gi, '\n')
    .replace(/<a\b[^<>]*\bhref=["']?\{link\}["']?[^<>]*>/gi, '{link} ')
    .replace(tag, '')
    .replace(/&(amp|lt|gt|quot|nbsp);/g, (_, name: string) => named[name] ?? '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

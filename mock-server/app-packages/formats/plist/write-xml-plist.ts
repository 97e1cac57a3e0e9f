import type { PlistDictionary, PlistValue } from './plist-value.ts';

const head =
  '<?xml version="1.0" encoding="UTF-8"?>\n' +
  '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">\n' +
  '<plist version="1.0">\n';
const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
/** Characters of base64 on a line: the whole line is at most 76 wide, a tab counting as eight. */
const lineWidth = 76;

/** An XML property list in the form of Apple's own tools: keys in order, tabs, data on separate lines. */
export const writeXmlPlist = (value: PlistDictionary): string => `${head}${element(value, 0)}</plist>\n`;

function element(value: PlistValue, depth: number): string {
  const indent = '\t'.repeat(depth);
  if (value instanceof Map) return dictionary(value, indent, depth);
  if (Array.isArray(value)) {
    const inner = value.map((one) => element(one, depth + 1)).join('');
    return value.length === 0 ? `${indent}<array/>\n` : `${indent}<array>\n${inner}${indent}</array>\n`;
  }
  if (Buffer.isBuffer(value)) return data(value, indent, depth);
  return `${indent}${scalar(value)}\n`;
}

function dictionary(value: PlistDictionary, indent: string, depth: number): string {
  const keys = [...value.keys()].sort();
  const inner = keys.map((key) => {
    const one = element(value.get(key) ?? null, depth + 1);
    return `${indent}\t<key>${escaped(key)}</key>\n${one}`;
  });
  return keys.length === 0 ? `${indent}<dict/>\n` : `${indent}<dict>\n${inner.join('')}${indent}</dict>\n`;
}

function data(bytes: Buffer, indent: string, depth: number): string {
  const width = lineWidth - 8 * Math.min(depth, 8);
  const lines = bytes.toString('base64').match(new RegExp(`.{1,${width}}`, 'g')) ?? [];
  return `${indent}<data>\n${lines.map((line) => `${indent}${line}\n`).join('')}${indent}</data>\n`;
}

function scalar(value: string | number | boolean | Date | null): string {
  if (typeof value === 'string') return `<string>${escaped(value)}</string>`;
  if (typeof value === 'number') {
    return Number.isInteger(value) ? `<integer>${value}</integer>` : `<real>${value}</real>`;
  }
  if (value instanceof Date) return `<date>${value.toISOString().replace(/\.\d+Z$/, 'Z')}</date>`;
  return value === true ? '<true/>' : '<false/>';
}

const escaped = (text: string): string => text.replace(/[&<>]/g, (character) => escapes[character] ?? '');

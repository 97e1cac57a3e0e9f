import * as fc from 'fast-check';
import { type PlistValue as AnyPlist, build, buildBinary } from 'plist';
import { describe, expect, test } from 'vitest';
import { parsePlist } from '../../../mock-server/app-packages/formats/plist/plist.ts';
import { plistToJson } from '../../../mock-server/app-packages/formats/plist/plist-value.ts';

const parse = (bytes: Buffer) => plistToJson(parsePlist(bytes, 'malformed_manifest'));
const refused = expect.objectContaining({ code: 'malformed_manifest' });
const xml = (body: string) => Buffer.from(`<?xml version="1.0"?><plist version="1.0">${body}</plist>`);

/** Text as XML can hold it, and as its reader gives it back. */
const text = fc
  .string({ unit: 'grapheme', maxLength: 20 })
  .filter((value) => !/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/u.test(value));
const { value: anyValue } = fc.letrec<{ value: AnyPlist }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    text,
    fc.integer({ min: 0, max: 2 ** 31 - 1 }),
    fc.boolean(),
    fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }).map((date) => {
      date.setMilliseconds(0);
      return date;
    }),
    fc.array(tie('value'), { maxLength: 20 }),
    fc.dictionary(text, tie('value'), { maxKeys: 20 }),
  ),
}));
const anyPlist = fc.dictionary(text, anyValue, { maxKeys: 20 });

test('whatever a general library writes, binary or XML, is read back the same', () => {
  fc.assert(
    fc.property(anyPlist, (plist) => {
      const expected: unknown = JSON.parse(JSON.stringify(plist));
      expect(parse(Buffer.from(buildBinary(plist)))).toEqual(expected);
      expect(parse(Buffer.from(build(plist)))).toEqual(expected);
    }),
    { numRuns: 200 },
  );
});

test('references, CDATA, comments, document type and a byte order mark are read as XML has them', () => {
  const document = `\uFEFF<?xml version="1.0"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0"><!-- a comment --><dict><key>a&amp;b</key><string>&lt;&#65;&#x1F600;<![CDATA[<&>]]></string>
    <key>none</key><array/><key>data</key><data> aGVs
      bG8= </data><key>real</key><real>-2.5</real></dict></plist>`;
  const expected = { 'a&b': '<A😀<&>', none: [], data: 'aGVsbG8=', real: -2.5 };
  expect(parse(Buffer.from(document))).toEqual(expected);
});

test.each([
  ['blanks before the declaration', ' \n<?xml version="1.0"?><plist><dict/></plist>', {}],
  ['what follows the value', `${xml('<dict/>').toString()}\0<more`, {}],
  ['dashes in a comment', xml('<!-- ---- --><dict/>').toString(), {}],
  [
    'control characters',
    xml('<dict><key>a</key><string>b\u0001]]></string></dict>').toString(),
    { a: 'b\u0001]]>' },
  ],
])('%s do no harm', (_name, document, expected) => {
  expect(parse(Buffer.from(document))).toEqual(expected);
});

describe('hostile lists are refused at once', () => {
  test.each([
    ['entities', Buffer.from('<!DOCTYPE p [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]><plist><dict/></plist>')],
    ['a reference to an entity', xml('<dict><key>a</key><string>&passwd;</string></dict>')],
    ['nesting', xml(`<dict><key>a</key>${'<array>'.repeat(50_000)}</dict>`)],
    ['values', xml(`<dict><key>a</key><array>${'<true/>'.repeat(60_000)}</array></dict>`)],
    ['unclosed comments', xml('<!--'.repeat(100_000))],
    ['brackets', xml('<'.repeat(500_000))],
    ['attributes', Buffer.from(`<plist ${'a="1" '.repeat(100_000)}`)],
    [
      'declared entities',
      Buffer.from(`<!DOCTYPE p [${'<!ENTITY a "aa">'.repeat(50_000)}]><plist><dict/></plist>`),
    ],
    ['no dictionary', xml('<array/>')],
    ['a value without key', xml('<dict><true/></dict>')],
    ['a key without value', xml('<dict><key>a</key></dict>')],
    ['a key after a key', xml('<dict><key>a</key><key>b</key></dict>')],
    ['a key in an array', xml('<dict><key>a</key><array><key>b</key></array></dict>')],
    ['text in a dictionary', xml('<dict>text</dict>')],
    ['a value in a text', xml('<dict><key>a<true/></key><true/></dict>')],
    ['another document', Buffer.from('<dict/>')],
    ['a list that is not closed', Buffer.from('<plist><dict>')],
    ['tags that cross', xml('<dict><key>a</string></dict>')],
    ['an unknown tag', xml('<dict><key>a</key><script/></dict>')],
    ['a number that is none', xml('<dict><key>a</key><integer>many</integer></dict>')],
  ])('%s', (_name, bytes) => {
    expect(() => parse(bytes)).toThrow(refused);
  });

  test('a binary list that contains itself', () => {
    expect(() => parse(binaryOf([0xd1, 1, 0], [0x51, 0x61]))).toThrow(refused);
  });

  test('a binary list that refers to the next one twice, and so on, thirty times over', () => {
    const doubling = Array.from({ length: 29 }, (_, i) => [0xa2, i + 3, i + 3]);
    expect(() => parse(binaryOf([0xd1, 1, 2], [0x51, 0x61], ...doubling, [0x09]))).toThrow(refused);
  });

  test('a count beyond the bytes there are', () => {
    expect(() => parse(binaryOf([0xdf, 0x12, 0xff, 0xff, 0xff, 0xff]))).toThrow(refused);
    expect(() => parse(binaryOf([0xd1, 1, 2], [0x51, 0x61], [0x5f, 0x13, 1, 0, 0, 0, 0, 0, 0, 0]))).toThrow(
      refused,
    );
  });
});

/** A binary list from the bytes of its objects; references and offsets of one byte. */
function binaryOf(...objects: number[][]): Buffer {
  const header = Buffer.from('bplist00');
  const offsets = objects.map((_, i) => header.length + objects.slice(0, i).flat().length);
  const trailer = Buffer.alloc(32);
  trailer.set([1, 1], 6);
  trailer.writeUInt32BE(objects.length, 12);
  trailer.writeUInt32BE(header.length + objects.flat().length, 28);
  return Buffer.concat([header, Buffer.from(objects.flat()), Buffer.from(offsets), trailer]);
}

test.each([
  ['ISO-8859-1', (text: string) => Buffer.from(text, 'latin1')],
  ['UTF-16', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
  ['UTF-16', (text: string) => Buffer.from(text, 'utf16le')],
  ['UTF-8', (text: string) => Buffer.from(text)],
  ['UTF-8', (text: string) => Buffer.from(`\uFEFF${text}`)],
])('reads an XML list that says it is in %s', (encoding, encode) => {
  const text = `<?xml version="1.0" encoding="${encoding}"?><plist version="1.0"><dict><key>ä</key><string>Größe</string></dict></plist>`;
  expect(parsePlist(encode(text), 'malformed_manifest').get('ä')).toBe('Größe');
});

test('refuses an XML list in an encoding that nobody knows', () => {
  const bytes = Buffer.from('<?xml version="1.0" encoding="x-none"?><plist><dict/></plist>');
  expect(() => parsePlist(bytes, 'malformed_manifest')).toThrow(
    expect.objectContaining({ code: 'malformed_manifest' }),
  );
});

import { BrokenSignature } from '../problems.ts';

/** A section of a JAR manifest or signature file: its bytes, including the blank line after it, and its attributes. */
export interface JarSection {
  start: number;
  end: number;
  /** By name in lower case; of several with one name, the first is used. */
  attributes: ReadonlyMap<string, string>;
}

/** Limits far above real packages: each section and attribute costs memory. */
const maxSections = { sections: 65_536, attributes: 256, lines: 1024 };

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const space = 0x20;

/**
 * The sections of a manifest ("JAR File Specification", Name-Value pairs and Sections), the main one first. A line that
 * begins with a space continues the one before it.
 */
export function* readSections(bytes: Buffer): Generator<JarSection> {
  let start = 0;
  let count = 0;
  let attributes = new Map<string, string>();
  for (let at = 0; at < bytes.length; ) {
    const line = readAttributeLines(bytes, at);
    if (line.text === '') {
      if (attributes.size > 0) {
        yield { start, end: line.next, attributes };
        count = counted(count, maxSections.sections);
      }
      attributes = new Map();
      start = line.next;
    } else {
      addAttribute(attributes, line.text);
    }
    at = line.next;
  }
  if (attributes.size > 0) yield { start, end: bytes.length, attributes };
}

/** The count plus one; refuses a file with more than `limit`. */
function counted(count: number, limit: number): number {
  if (count >= limit) throw new BrokenSignature('malformed');
  return count + 1;
}

/** An attribute's line together with its continuation lines, and where the next one begins. */
function readAttributeLines(bytes: Buffer, from: number): { text: string; next: number } {
  const parts: Buffer[] = [];
  let at = from;
  do {
    const end = lineEnd(bytes, at);
    counted(parts.length, maxSections.lines);
    parts.push(bytes.subarray(parts.length === 0 ? at : at + 1, end));
    at = afterLineBreak(bytes, end);
    if (parts[0]?.length === 0) break;
  } while (bytes[at] === space);
  return { text: Buffer.concat(parts).toString('utf8'), next: at };
}

function lineEnd(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== lineFeed && bytes[at] !== carriageReturn) at++;
  return at;
}

function afterLineBreak(bytes: Buffer, end: number): number {
  return bytes[end] === carriageReturn && bytes[end + 1] === lineFeed
    ? end + 2
    : Math.min(end + 1, bytes.length);
}

function addAttribute(attributes: Map<string, string>, line: string): void {
  const colon = line.indexOf(': ');
  const name = (colon < 0 ? line : line.slice(0, colon)).toLowerCase();
  counted(attributes.size, maxSections.attributes);
  if (!attributes.has(name)) attributes.set(name, colon < 0 ? '' : line.slice(colon + 2));
}

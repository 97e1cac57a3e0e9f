import type { Report } from '../../../contract/violations.ts';

/** What the log says about a report. */
interface Violation {
  type: string;
  /** The first part of the page's path: what follows may name an application. */
  page: string | null;
  directive: string | null;
  /** Which feature of the browser ends or was not granted, or why the page crashed. */
  about: string | null;
  /** What was not loaded: a keyword such as `inline`, or an origin. */
  blocked: string | null;
  /** A script of the release, and the place in it. */
  script: string | null;
  line: number | null;
}

/** Most characters of a text. */
const longest = 60;

/**
 * The part of a report that tells a developer which rule was broken by which script of ours, and nothing that anybody
 * had on the screen: of an address only its origin, no sample of code, no text longer than a word. A report can come
 * from anybody and contain anything.
 */
export function loggedViolation({ type, url, body }: Report): Violation {
  const said = body ?? {};
  const line = said['lineNumber'];
  return {
    type: word(type) ?? 'unknown',
    page: firstPart(url),
    directive: word(said['effectiveDirective']),
    about: name(said['id'] ?? said['reason']),
    blocked: origin(said['blockedURL']),
    script: script(said['sourceFile']),
    line: Number.isSafeInteger(line) ? Number(line) : null,
  };
}

const word = (value: unknown): string | null =>
  typeof value === 'string' && /^[a-z-]+$/.test(value) ? value.slice(0, longest) : null;

/** A name of a feature or of a reason for a crash, as browsers write it. */
const name = (value: unknown): string | null =>
  typeof value === 'string' && /^[\w-]+$/.test(value) ? value.slice(0, longest) : null;

function firstPart(url: string | undefined): string | null {
  const path = url === undefined ? undefined : URL.parse(url)?.pathname;
  return path === undefined ? null : (/^\/[a-z-]*/.exec(path)?.[0].slice(0, longest) ?? null);
}

function origin(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const parsed = URL.parse(value);
  if (parsed === null) return word(value);
  return parsed.origin === 'null' ? parsed.protocol.slice(0, longest) : parsed.origin.slice(0, longest);
}

function script(value: unknown): string | null {
  const path = typeof value === 'string' ? URL.parse(value)?.pathname : undefined;
  return path !== undefined && /^\/(?:assets\/)?[\w.-]+\.js$/.test(path) ? path.slice(0, longest) : null;
}

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
const maxTextLength = 60;

/**
 * The part of a report that tells a developer which rule was broken by which script of ours, and nothing that anybody
 * had on the screen: of an address only its origin, no sample of code, no text longer than a word. A report can come
 * from anybody and contain anything.
 */
export function toLoggedViolation({ type, url, body }: Report): Violation {
  const reported = body ?? {};
  const line = reported['lineNumber'];
  return {
    type: toWord(type) ?? 'unknown',
    page: getFirstPart(url),
    directive: toWord(reported['effectiveDirective']),
    about: toName(reported['id'] ?? reported['reason']),
    blocked: getOrigin(reported['blockedURL']),
    script: getScript(reported['sourceFile']),
    line: Number.isSafeInteger(line) ? Number(line) : null,
  };
}

const toWord = (value: unknown): string | null =>
  typeof value === 'string' && /^[a-z-]+$/.test(value) ? value.slice(0, maxTextLength) : null;

/** A name of a feature or of a reason for a crash, as browsers write it. */
const toName = (value: unknown): string | null =>
  typeof value === 'string' && /^[\w-]+$/.test(value) ? value.slice(0, maxTextLength) : null;

function getFirstPart(url: string | undefined): string | null {
  const path = url === undefined ? undefined : URL.parse(url)?.pathname;
  return path === undefined ? null : (/^\/[a-z-]*/.exec(path)?.[0].slice(0, maxTextLength) ?? null);
}

function getOrigin(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const parsed = URL.parse(value);
  if (parsed === null) return toWord(value);
  return parsed.origin === 'null'
    ? parsed.protocol.slice(0, maxTextLength)
    : parsed.origin.slice(0, maxTextLength);
}

function getScript(value: unknown): string | null {
  const path = typeof value === 'string' ? URL.parse(value)?.pathname : undefined;
  return path !== undefined && /^\/(?:assets\/)?[\w.-]+\.js$/.test(path)
    ? path.slice(0, maxTextLength)
    : null;
}

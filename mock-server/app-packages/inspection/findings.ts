import type { Analysis, ListSection } from '../../../contract/common/inspection-report.ts';
import { truncate } from '../text.ts';

/**
 * The number of this engine. It is raised when the engine finds more, so that the next request inspects a package
 * again.
 */
export const inspectionEngine = 1;

/** Most findings of one section that a report lists. */
const maxFindings = 200;
const maxTextLength = 500;

/** Collects the findings of an inspection: each once, and of a section no more than a report lists. */
export class Findings {
  readonly analysis: Analysis = {
    'Ad Networks': [],
    'Cloud Storage Services': [],
    Constants: { URLs: [] },
    'Cryptographic Operations': [],
    'File Access': [],
    'Foreign Connections': [],
    'Hardcoded IVs': [],
    'Hardcoded Keys': [],
    'Hash Operations': [],
    'Libraries Used': { 'Dynamic Libraries': [], 'System Frameworks': [] },
    Trackers: [],
    Permissions: [],
    'Exported Components': [],
    Settings: [],
    'Usage Descriptions': [],
    'Native Libraries': [],
    Certificates: [],
    'Bundled Libraries': [],
    Programs: [],
    'Left Out': [],
  };
  readonly #seen = new Set<string>();
  readonly #more = new Map<string, number>();
  /** Addresses for which no loading code was found yet, with their places in the list. */
  readonly #unplaced = new Map<string, number>();

  /** Adds a finding unless there is one with the same `sameness`. */
  add<S extends ListSection>(section: S, sameness: string, finding: Analysis[S][number]): void {
    const list: Analysis[S][number][] = this.analysis[section];
    if (this.#isNew(section, sameness, list.length)) list.push(shortened(finding));
  }

  /** Adds an address. Code that loads it says more than the table of texts in which another file has it. */
  addUrl(finding: Analysis['Constants']['URLs'][number]): void {
    const { URLs } = this.analysis.Constants;
    const known = this.#unplaced.get(finding.url);
    if (known !== undefined && finding.place.class !== null) {
      URLs[known] = shortened(finding);
      this.#unplaced.delete(finding.url);
    }
    if (!this.#isNew('URLs', finding.url, URLs.length)) return;
    if (finding.place.class === null) this.#unplaced.set(finding.url, URLs.length);
    URLs.push(shortened(finding));
  }

  addLibrary(kind: keyof Analysis['Libraries Used'], name: string): void {
    const list = this.analysis['Libraries Used'][kind];
    if (this.#isNew(kind, name, list.length)) list.push(truncate(name, maxTextLength));
  }

  /** Notes what was not inspected. */
  leaveOut(what: string): void {
    if (this.#isNew('Left Out', what, this.analysis['Left Out'].length))
      this.analysis['Left Out'].push(truncate(what, maxTextLength));
  }

  /** The report. Where there is more than it lists, it says so. */
  finish(): Analysis {
    for (const [section, count] of this.#more) this.analysis['Left Out'].push(`${section}: ${count} more`);
    return this.analysis;
  }

  #isNew(section: string, sameness: string, length: number): boolean {
    const key = `${section}\0${sameness}`;
    if (this.#seen.has(key)) return false;
    if (length >= maxFindings) {
      this.#more.set(section, (this.#more.get(section) ?? 0) + 1);
      return false;
    }
    this.#seen.add(key);
    return true;
  }
}

/** Texts of an app can be long, and can contain characters that JSON or a database can't store. */
function shortened<T extends object>(finding: T): T {
  const entries = Object.entries(finding).map(([key, value]) => {
    if (typeof value === 'string') return [key, clean(value)];
    return [
      key,
      value !== null && typeof value === 'object' && !Array.isArray(value) ? shortened(value) : value,
    ];
  });
  return { ...finding, ...Object.fromEntries(entries) };
}

const clean = (text: string): string => truncate(text, maxTextLength).replace(/\p{Cc}+/gu, ' ');

import { truncate } from './text.ts';

/** Names of files come from the package: at most this many characters of one are repeated. */
const longestEntry = 200;

/** What is wrong with a package: a stable `code`, a sentence for the person who uploaded it, and the file inside that is at fault, if one is. */
export class PackageProblem<Code extends string, Entry extends string | null = string | null> extends Error {
  readonly code: Code;
  readonly entry: Entry;

  constructor(code: Code, sentence: string, entry: Entry, cause?: unknown) {
    super(sentence, { cause });
    this.code = code;
    this.entry = (entry === null ? null : truncate(entry, longestEntry)) as Entry;
  }
}

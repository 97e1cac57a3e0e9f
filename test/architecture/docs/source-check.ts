import { posix } from 'node:path';
import { isCode, type Sources } from '../syntax.ts';
import { sectionsOf } from './markdown.ts';

const folder = 'docs/interface';

/** A document by its number, or the page of choices that the documents leave open, with the words after it. */
const mention = /\b(?:documents? (?<number>\d)|open\schoices)(?<rest>.{0,120})/gi;

/** References to sections that `docs/interface` does not have, a line each: in comments and texts of the code. */
export function sourceViolations(sources: Sources): string[] {
  return [...sources].flatMap(([path, text]) => {
    if (!isCode(path)) return [];
    return [...inOneLine(text).matchAll(mention)].flatMap(({ 0: words, groups }) => {
      const page = groups?.['number'] === undefined ? 'open-choices.md' : `document-${groups['number']}.md`;
      const titles = citable(sources.get(`${folder}/${page}`) ?? '');
      return titles.some((title) => names(groups?.['rest'] ?? '', title))
        ? []
        : [`${path} names no section of ${page}: ${words.slice(0, 80)}`];
    });
  });
}

/** Joins comments that run over several lines, each with a mark. */
const inOneLine = (text: string): string =>
  text.replace(/\s*\n\s*(?:\/\/|\*(?!\/))?\s*/g, ' ').replaceAll('`', '');

/** What can be referred to on a page: a section, and an item of its list by number. */
const citable = (page: string): string[] =>
  sectionsOf(page).flatMap(({ title, text }) => [
    title,
    ...[...text.matchAll(/^(\d+)\. /gm)].map(([, number]) => `${title} ${number}`),
  ]);

/** Whether the words after a document begin with a whole title. */
function names(rest: string, title: string): boolean {
  return rest.startsWith(`, ${title}`) && /^(?! \d|[\w/<])/.test(rest.slice(title.length + 2));
}

/** Links of these pages to sections or files that are not there, a line each. */
export function linkViolations(sources: Sources): string[] {
  return [...sources].flatMap(([path, text]) => {
    if (!path.endsWith('.md')) return [];
    return [...text.matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)/g)].flatMap(([, file = '', anchor]) => {
      const target = file === '' ? path : posix.join(posix.dirname(path), file);
      const page = sources.get(target);
      const isThere = page !== undefined || [...sources.keys()].some((other) => other.startsWith(target));
      const leads =
        isThere &&
        (anchor === undefined || sectionsOf(page ?? '').some((section) => section.anchor === anchor));
      return leads
        ? []
        : [`${path} links to ${file}${anchor === undefined ? '' : `#${anchor}`}, which is not there`];
    });
  });
}

import { Visitor } from 'vite';
import { catalogPages } from '../../../contract/common/catalog-pages.ts';
import { isCode, parse, type Sources } from '../syntax.ts';

const pages = Object.values(catalogPages).map((path) => path.split('/')[1] ?? '');
const names = [...new Set(pages)].filter((name) => name !== '').join('|');
/** The address of a page, with or without something after it. */
const address = new RegExp(`^/(?:${names})(?:[/?#]|$)`);
/** The same in a regular expression. */
const expression = new RegExp(`^\\^?\\\\/(?:${names})(?:\\\\/|\\W|$)`);

/** Addresses of the catalog written by hand, a line each: `contract/common/catalog-pages.ts` has them all. */
export function handWrittenAddresses(sources: Sources): string[] {
  return [...sources]
    .filter(([path]) => isCode(path) && /^(src|mock-server)\//.test(path))
    .flatMap(([path, text]) => addressesIn(path, text).map((found) => `${path} writes ${found}`));
}

function addressesIn(path: string, text: string): string[] {
  const found: string[] = [];
  new Visitor({
    Literal: (literal) => {
      if (typeof literal.value === 'string' && address.test(literal.value)) found.push(literal.value);
      if ('regex' in literal && expression.test(literal.regex.pattern)) found.push(literal.regex.pattern);
    },
    TemplateElement: ({ value }) => {
      if (address.test(value.raw)) found.push(value.raw);
    },
  }).visit(parse(path, text).program);
  return found;
}

import { describe, expect, it } from 'vitest';
import { fold, SearchIndex } from '../../src/data/search/search-index.ts';
import type { SearchText } from '../../src/data/search/search-text.ts';

const text = (id: string, name: string, more: Partial<SearchText> = {}): SearchText => ({
  id,
  name,
  short: '',
  long: '',
  author: '',
  categories: '',
  ...more,
});

function indexOf(...texts: SearchText[]): (query: string) => string[] {
  const index = new SearchIndex();
  index.update(texts);
  return (query) => index.query(query, 10);
}

describe('search', () => {
  const find = indexOf(
    text('meter', 'Meter Reading', { author: 'Jürgen Groß', categories: 'Field work' }),
    text('rota', 'Shift planner', { short: 'Your shifts and meter rounds' }),
    text('cafe', 'Café Élan', { long: 'What the canteen has today' }),
  );

  it.each([
    ['the beginning of a word', 'met', ['meter', 'rota']],
    ['a typo', 'plamner', ['rota']],
    ['a letter left out', 'metr', ['meter', 'rota']],
    ['a letter doubled', 'meeter', ['meter', 'rota']],
    ['two letters swapped', 'mteer', ['meter', 'rota']],
    ['the first two letters swapped', 'emter', ['meter', 'rota']],
    ['a key beside the right one', 'mwter', ['meter', 'rota']],
    ['a key beside the right one on a German keyboard', 'readinh meter', ['meter']],
    ['a key beside the right one on a French keyboard', 'shift plznner', ['rota']],
    ['a space left out', 'meterreading', ['meter']],
    ['a space left out of words half typed', 'shiftpla', ['rota']],
    ['a slip in each of two words', 'feild owrk', ['meter']],
    ['a slip in each of two words, of which one is half typed', 'metre readign', ['meter']],
    ['a slip in each of three words', 'feild wrok meterr', ['meter']],
    ['a slip in a word of a description', 'cantene', []],
    ['a slip in a word beside one of three letters that is wrong', 'metre abc', []],
    ['a slip in a question of three letters', 'mrt', []],
    ['no accents where there are some', 'cafe elan', ['cafe']],
    ['accents where there are none', 'mêter reading', ['meter']],
    ['capitals', 'METER READING', ['meter']],
    ['an author', 'gross', ['meter']],
    ['a category', 'field', ['meter']],
    ['a description', 'canteen', ['cafe']],
    ['words of which one matches nowhere', 'meter zebra', []],
    ['words in any order', 'reading meter', ['meter']],
    ['a word and the first letter of another', 'meter r', ['meter', 'rota']],
    ['words of which one stands in a title and one in a description', 'shift rounds', ['rota']],
    ['words of which one has a typo', 'metter reading', ['meter']],
    ['words between marks', '“meter”, reading!', ['meter']],
    ['only punctuation', '…!', []],
    ['nothing', '', []],
  ])('forgives and finds by %s', (_what, query, ids) => {
    expect(find(query)).toEqual(ids);
  });

  it('ranks a name with one missing letter above names without the word', () => {
    const found = indexOf(
      text('ware', 'Risk Warehouse Link'),
      text('water', 'Risk Water Link'),
      text('link', 'Store Risk Link'),
    );
    expect(found('risk waer link')[0]).toBe('water');
  });

  it('puts a name of just these words first, in whatever order they are typed', () => {
    const found = indexOf(
      text('desk', 'Booking Desk', { categories: 'Office' }),
      text('long', 'Booking Front Office'),
      text('office', 'Booking Office'),
    );
    expect(found('office booking')).toEqual(['office', 'long', 'desk']);
  });

  it('finds descriptions behind names', () => {
    const index = new SearchIndex();
    index.update([text('a', 'Depot'), text('b', 'Depot plan'), text('c', 'Stock', { long: 'of the depot' })]);
    const found = (limit: number) => index.query('depot', limit);
    expect(found(10)).toEqual(['a', 'b', 'c']);
    expect(found(2)).toEqual(['a', 'b']);
  });

  it('puts a name before a description', () => {
    expect(find('meter')[0]).toBe('meter');
  });

  it('finds every application that has the word that was meant', () => {
    const index = new SearchIndex();
    index.update(
      Array.from({ length: 300 }, (_, at) =>
        text(`${at}`, at % 2 === 0 ? `Ledger ${at}` : `Book ${at}`, {
          short: at % 3 === 0 ? 'A ledger' : '',
        }),
      ),
    );
    expect(index.query('ledger', 201)).toHaveLength(200);
    expect(index.query('ledgr', 201)).toHaveLength(200);
    expect(index.query('ledgr', 50)).toHaveLength(50);
  });

  it('follows the catalog', () => {
    const index = new SearchIndex();
    index.update([text('a', 'Alpha'), text('b', 'Beta')]);
    index.update([text('b', 'Gamma'), text('c', 'Delta')]);
    const found = (query: string) => index.query(query, 10);
    expect([found('alpha'), found('beta'), found('gamma'), found('delta')]).toEqual([[], [], ['b'], ['c']]);
  });

  it.each([
    ['Straße', 'strasse'],
    ['Øresund', 'oresund'],
    ['Łódź', 'lodz'],
    ['ﬁnance', 'finance'],
  ])('folds %s to %s', (word, folded) => {
    expect(fold(word)).toBe(folded);
  });
});

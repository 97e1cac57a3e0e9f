import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { isOffered, listOfferChanges } from '../../src/data/catalog/offer-dates.ts';
import { getButtonState } from '../../src/features/downloads/button-state.ts';
import { ClosedNote } from '../../src/features/downloads/closed-reason.tsx';
import { draw } from '../setup/simulated-page/page.tsx';
import { catalogEntry } from '../setup/world/catalog-entry.ts';

afterEach(cleanup);

const [from, until] = ['2030-01-01T00:00:00.000+00:00', '2030-02-01T00:00:00.000+00:00'];
const dated = { ...catalogEntry, offered_from: from, offered_until: until };
const at = (moment: string) => Date.parse(moment);

test('an application is offered from its first moment until its last', () => {
  expect(listOfferChanges(dated)).toEqual([at(from), at(until)]);
  expect(listOfferChanges(catalogEntry)).toEqual([]);
  const moments = [at(from) - 1, at(from), at(until) - 1, at(until)];
  expect(moments.map((moment) => isOffered(dated, moment))).toEqual([false, true, true, false]);
  expect(isOffered(catalogEntry, 0)).toBe(true);
});

describe('the button', () => {
  const situation = { system: 'android', online: true, record: undefined, offered: false } as const;
  const installed = { application: '1', installed: '1', attempt: null, changed: 0, reported: true };

  test('offers no installation outside of the dates, with or without a network', () => {
    expect(getButtonState(catalogEntry, situation)).toEqual({ state: 'closed' });
    expect(getButtonState(catalogEntry, { ...situation, online: false })).toEqual({ state: 'closed' });
    expect(getButtonState(catalogEntry, { ...situation, offered: true })).toEqual({ state: 'install' });
  });

  test('offers no update either, and what is installed as before', () => {
    const record = { ...installed, installed: '0' };
    expect(getButtonState(catalogEntry, { ...situation, record })).toEqual({ state: 'installed' });
    expect(getButtonState(catalogEntry, { ...situation, record: installed })).toEqual({ state: 'installed' });
  });
});

describe('the page says why', () => {
  test('before the dates', () => {
    draw(<ClosedNote entry={{ ...catalogEntry, offered_from: '2999-01-01T00:00:00.000+00:00' }} />);
    expect(screen.getByText(/^This app can be installed from .*\.$/)).toBeDefined();
  });

  test('after the dates', () => {
    draw(<ClosedNote entry={{ ...catalogEntry, offered_until: '2020-01-01T00:00:00.000+00:00' }} />);
    expect(screen.getByText(/^This app could be installed until /)).toBeDefined();
  });

  test('nothing within them', () => {
    draw(<ClosedNote entry={catalogEntry} />);
    expect(screen.queryByText(/installed/)).toBeNull();
  });

  test('nothing any more once the clock has reached them', async () => {
    const soon = new Date(Date.now() + 300).toISOString();
    draw(<ClosedNote entry={{ ...catalogEntry, offered_from: soon }} />);
    expect(screen.getByText(/^This app can be installed from/)).toBeDefined();
    await waitFor(() => expect(screen.queryByText(/installed/)).toBeNull());
  });
});

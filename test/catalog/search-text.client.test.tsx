import { fireEvent } from '@testing-library/react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter, useLocation } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import { useSearchText } from '../../src/features/catalog/use-search-text.ts';
import { timeouts } from '../setup/run/timeouts.ts';

/**
 * Milliseconds that a part of the page takes to draw, and the number of parts: longer in total than the delay after
 * which the address follows the typing.
 */
const part = 15;
const parts = 100;

function takeTime(): void {
  const end = performance.now() + part;
  while (performance.now() < end);
}

/** Called whenever it is drawn for another address. */
function SlowPart({ address }: { address: string }) {
  takeTime();
  return <i data-address={address} />;
}

/** A page that is drawn slowly whenever its address changes, as on a busy phone. */
function SlowPage() {
  const { search } = useLocation();
  return Array.from({ length: parts }, (_, at) => <SlowPart key={at} address={search} />);
}

function Field() {
  const { text, setText } = useSearchText();
  return (
    <input value={text} onChange={({ target }) => setText(target.value)} data-drawn={useLocation().search} />
  );
}

const address = (): string => globalThis.location.search;
const isThere = (search: string) => () => expect(address()).toBe(search);

it('what is typed stays, however late the page shows the address of what was typed before', async () => {
  history.replaceState(null, '', '/search');
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  root.render(
    <BrowserRouter>
      <SlowPage />
      <Field />
    </BrowserRouter>,
  );
  const field = await vi.waitUntil(() => place.querySelector('input'), { timeout: timeouts.step });
  fireEvent.change(field, { target: { value: 'pla' } });
  await vi.waitFor(isThere('?q=pla'), { timeout: timeouts.step, interval: 1 });
  fireEvent.change(field, { target: { value: 'plan' } });
  await vi.waitFor(isThere('?q=plan'), { timeout: timeouts.step, interval: 1 });
  expect(field.value).toBe('plan');
  root.unmount();
  place.remove();
});

it('a text that no address can hold becomes one that it can, or the address would be written for ever', async () => {
  history.replaceState(null, '', '/search');
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  root.render(
    <BrowserRouter>
      <Field />
    </BrowserRouter>,
  );
  const field = await vi.waitUntil(() => place.querySelector('input'), { timeout: timeouts.step });
  fireEvent.change(field, { target: { value: 'plan\ud83d' } });
  expect(field.value).toBe('plan\ufffd');
  root.unmount();
  place.remove();
});

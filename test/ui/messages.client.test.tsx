import { act, render, screen } from '@testing-library/react';
import { Suspense, startTransition, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { describe, expect, it } from 'vitest';
import { LocaleProvider, useFormat, useMessages } from '../../src/ui/i18n/context.tsx';
import { commonMessages } from '../../src/ui/i18n/messages.ts';
import { createTranslations } from '../../src/ui/i18n/translations.ts';

function Sample({ n }: { n: number }) {
  const words = useMessages(commonMessages);
  const { percent } = useFormat();
  return (
    <p>
      {words.back}, {words.updates({ count: n })}, {percent(0.94)}
    </p>
  );
}

async function renderIn(language: 'en' | 'de', region: string, n: number) {
  const words = (
    <LocaleProvider locale={{ language, region }}>
      <Suspense fallback="…">
        <Sample n={n} />
      </Suspense>
    </LocaleProvider>
  );
  await act(async () => render(words));
}

describe('messages on a screen', () => {
  it('are English at once', async () => {
    await renderIn('en', 'en-GB', 1);
    expect(screen.getByText('Back, 1 update, 94%')).toBeInTheDocument();
    expect(document.documentElement.lang).toBe('en');
  });

  it('come in another language when it is chosen', async () => {
    await renderIn('de', 'de-DE', 1200);
    await screen.findByText('Zurück, 1.200 Updates, 94 %');
    expect(document.documentElement.lang).toBe('de');
  });
});

describe('words that arrive while a component waits for them', () => {
  it('leave the state that comes after them as it is', async () => {
    const words = createTranslations('Hello', { './messages.de.json': () => Promise.resolve('Hallo') });
    function Greeting() {
      const hello = useMessages(words);
      const [name] = useState('Anna');
      return `${hello}, ${name}`;
    }
    const recovered: unknown[] = [];
    const root = createRoot(document.body.appendChild(document.createElement('div')), {
      onRecoverableError: (error) => recovered.push(error),
    });
    // Not inside `act`, and without haste: only then React waits, and goes on where it was.
    startTransition(() =>
      root.render(
        <LocaleProvider locale={{ language: 'de', region: 'de-DE' }}>
          <Suspense fallback="…">
            <Greeting />
          </Suspense>
        </LocaleProvider>,
      ),
    );
    expect(await screen.findByText('Hallo, Anna')).toBeInTheDocument();
    expect(recovered).toEqual([]);
    root.unmount();
  });
});

describe('translations', () => {
  it('are English while one cannot be fetched, and tries again', async () => {
    let reachable = false;
    const words = createTranslations(
      { hello: 'Hello' },
      {
        './messages.de.json': () =>
          reachable ? Promise.resolve({ hello: 'Hallo' }) : Promise.reject(new Error('offline')),
      },
    );
    expect(await words.load('de')).toEqual({ hello: 'Hello' });
    reachable = true;
    expect(await words.load('de')).toEqual({ hello: 'Hallo' });
    expect(await words.drawModules('de')).toEqual({ hello: 'Hallo' });
  });

  it('are fetched once for all who ask', async () => {
    let fetched = 0;
    const words = createTranslations('Hello', {
      './messages.de.json': () => {
        fetched += 1;
        return Promise.resolve('Hallo');
      },
    });
    expect(await Promise.all([words.load('de'), words.load('de')])).toEqual(['Hallo', 'Hallo']);
    expect(await words.load('de')).toBe('Hallo');
    expect(fetched).toBe(1);
  });
});

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { compileMessages } from '../../mock-server/launch/messages/compile.ts';
import { declareMessages, declareTemplates } from '../../mock-server/launch/messages/declaration.ts';
import { readMessages } from '../../mock-server/launch/messages/message.ts';
import { root } from '../../mock-server/launch/paths.ts';

const runtime = pathToFileURL(join(root, 'src/ui/i18n/plural.ts')).href;

/** Runs a compiled text; `undefined` leaves it as it is exported. */
async function formatIn(language: string, text: string, values?: object): Promise<unknown> {
  const code = compileMessages({ text }, language, runtime);
  const { default: words } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  return values === undefined ? words.text : words.text(values);
}

describe('a compiled message', () => {
  it.each(['Plain', 'It’s “quoted”', "It's", 'a `b` ${c} \\ "d" </script>', 'Two\n\nlines'])(
    'without arguments is its text: %j',
    async (text) => {
      expect(await formatIn('en', text.replace('{', "'{'").replace('}', "'}'"))).toBe(text);
    },
  );

  it.each<[string, string, object, string]>([
    [
      'en',
      '{app} is required by {date}.',
      { app: 'C# `x` ${1}', date: 'May 1' },
      'C# `x` ${1} is required by May 1.',
    ],
    ['en', '{app}', { app: 'Depot' }, 'Depot'],
    ['de', '{position, number} von {total, number}', { position: 1, total: 1234 }, '1 von 1.234'],
    ['en', '{count, plural, one {# app} other {# apps}}', { count: 1 }, '1 app'],
    ['en', '{count, plural, one {# app} other {# apps}}', { count: 1234 }, '1,234 apps'],
    ['de', '{count, plural, one {# App} other {# Apps}}', { count: 1234 }, '1.234 Apps'],
    ['en', '{count, plural, =0 {none} one {one} other {many}}', { count: 0 }, 'none'],
    [
      'en',
      'In {name}: {count, plural, one {# of {name}} other {# of {name}}}!',
      { count: 2, name: 'C#' },
      'In C#: 2 of C#!',
    ],
    ['pl', '{n, plural, one {# plik} few {# pliki} many {# plików} other {# pliku}}', { n: 3 }, '3 pliki'],
    ['en', '{kind, select, web {Open} other {Install}} it', { kind: 'web' }, 'Open it'],
  ])('in %s, “%s” with %j', async (language, text, values, formatted) => {
    expect(await formatIn(language, text, values)).toBe(formatted);
  });

  it.each([
    'Until {date, date}',
    '{n, number, percent}',
    '{n, selectordinal, one {#st} other {#th}}',
    '{n, plural, offset:1 one {#} other {#}}',
    '{n, plural, one {#}}',
    'Not {closed',
    '{count} of {count, number}',
  ])('is refused: “%s”', (text) => {
    expect(() => declareMessages({ text })).toThrow(text);
  });
});

describe('a messages file', () => {
  it('has the types of its arguments', () => {
    const messages = {
      title: 'Reviews',
      'by-date': { due: '{app} by {date}' },
      apps: '{n, plural, one {# app} other {# apps}}',
      kind: '{kind, select, web {Web} other {App}}',
      steps: ['One', 'Two'],
    };
    expect(declareMessages(messages)).toContain(`declare const messages: {
  title: string;
  "by-date": {
    due: (values: { app: string; date: string }) => string;
  };
  apps: (values: { n: number }) => string;
  kind: (values: { kind: 'web' | 'other' }) => string;
  steps: readonly (string)[];
};`);
  });

  it('of the service has the names of its arguments', () => {
    const messages = { title: 'Mails', due: '{app} by {date}' };
    expect(
      declareTemplates(messages, '../templates.ts'),
    ).toContain(`import type { Template } from '../templates.ts';
declare const messages: {
  title: string;
  due: Template<'app' | 'date'>;
};`);
    expect(() => declareTemplates({ sent: '{n, number} mails' }, '')).toThrow('“{n, number} mails”');
  });

  it('has only texts', () => {
    expect(() => readMessages('{ "a": 1 }')).toThrow('1 is no text');
  });
});

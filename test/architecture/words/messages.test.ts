import { describe, expect, it } from 'vitest';
import { languages } from '../../../contract/common/languages.ts';
import { LANGUAGES } from '../../../src/ui/i18n/locale.ts';
import { projectSources } from '../project.ts';
import { messageTypes } from './message-types.ts';
import { deadMessages } from './messages-check.ts';
import { translationFaults } from './translations-check.ts';

const sources = projectSources();

describe('messages', () => {
  it('are all used', () => {
    expect(deadMessages(sources)).toEqual([]);
  });

  it('are found when no screen uses them', () => {
    const words = {
      title: 'Reviews',
      sent: 'Sent.',
      kind: { web: 'Web', ios: 'iOS' },
      rule: { space: 'No', dot: 'No' },
    };
    const screen = `import { m } from './messages.ts';
    const a = [words.title, words.kind[kind], words.rule.dot];`;
    const files = new Map([
      ['src/features/a/messages.en.json', JSON.stringify(words)],
      ['src/features/a/screen.tsx', screen],
      ['src/features/b/screen.tsx', 'const a = words.sent;'],
    ]);
    expect(deadMessages(files)).toEqual([
      'src/features/a/messages.en.json: sent',
      'src/features/a/messages.en.json: rule.space',
    ]);
  });

  it.each([...messageTypes(sources)])(
    'have their types in %s; node test/architecture/words/write-message-types.ts writes it',
    (path, declaration) => {
      expect(sources.get(path)).toBe(declaration);
    },
  );
});

describe('translations', () => {
  it.each([
    ['src/', LANGUAGES],
    ['mock-server/', languages],
  ])('of %s are whole in %j', (folder, all) => {
    expect(translationFaults(sources, folder, all)).toEqual([]);
  });

  const english = {
    sent: 'It has been sent.',
    name: 'App',
    hello: 'Hello, {name}',
    apps: '{count, plural, one {# app} other {# apps}}',
    steps: ['One.', 'Two.'],
  };
  const german = {
    sent: 'Es wurde gesendet.',
    name: 'App',
    hello: 'Hallo, {name}',
    apps: '{count, plural, one {# App} other {# Apps}}',
    steps: ['Eins.', 'Zwei.'],
  };
  const faultsOf = (messages: object) =>
    translationFaults(
      new Map([
        ['src/a/messages.en.json', JSON.stringify(english)],
        ['src/a/messages.de.json', JSON.stringify(messages)],
      ]),
      'src/',
      ['en', 'de'],
    );

  it.each<[string, object, string]>([
    ['a text less', { hello: undefined }, '“Hello, {name}” is missing'],
    ['a text more', { bye: 'Tschüss' }, '“Tschüss” has no English text'],
    ['an empty text', { sent: ' ' }, '“It has been sent.” is empty'],
    ['an English sentence', { sent: english.sent }, '“It has been sent.” is English'],
    [
      'a misspelt argument',
      { hello: 'Hallo, {nmae}' },
      '“Hallo, {nmae}” has other arguments than “Hello, {name}”',
    ],
    [
      'a plural without a form',
      { apps: '{count, plural, other {# Apps}}' },
      '“{count, plural, other {# Apps}}” has no form “one”',
    ],
    ['a step less', { steps: ['Eins.'] }, '“Two.” is missing'],
  ])('with %s are refused', (_, change, fault) => {
    expect(faultsOf(german)).toEqual([]);
    expect(faultsOf({ ...german, ...change })).toEqual([`src/a/messages.de.json: ${fault}`]);
  });

  it('are refused when a file is missing', () => {
    expect(translationFaults(new Map([['src/a/messages.en.json', '{}']]), 'src/', ['de'])).toEqual([
      'src/a/messages.de.json is missing',
    ]);
  });
});

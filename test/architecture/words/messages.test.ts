import { expect, it } from 'vitest';
import { projectSources } from '../project.ts';
import { deadMessages } from './messages-check.ts';

const words = `export const en = { title: 'Reviews', sent: 'Sent.', kind: { web: 'Web', ios: 'iOS' }, rule: { space: 'No', dot: 'No' } };`;
const screen = `import { m } from './messages.ts';
const a = [words.title, words.kind[kind], words.rule.dot];`;

it('are all used', () => {
  expect(deadMessages(projectSources())).toEqual([]);
});

it('are found when no screen uses them', () => {
  const files = new Map([
    ['src/features/a/messages.en.ts', words],
    ['src/features/a/screen.tsx', screen],
    ['src/features/b/screen.tsx', 'const a = words.sent;'],
  ]);
  expect(deadMessages(files)).toEqual([
    'src/features/a/messages.en.ts: sent',
    'src/features/a/messages.en.ts: rule.space',
  ]);
});

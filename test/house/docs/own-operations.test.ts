import { expect, it } from 'vitest';
import { operations } from '../../../contract/operations.ts';
import { projectSources } from '../project.ts';
import { sectionsOf } from './markdown.ts';

const page = 'docs/interface/open-choices.md';

it(`${page} has the path of each operation of our own, and no other`, () => {
  const sections = sectionsOf(projectSources().get(page) ?? '');
  const list = sections.find(({ title }) => title === 'Operations of our own')?.text ?? '';
  const listed = [...list.matchAll(/`(\/v\d\/[^`]*)`/g)].map(([, path = '']) => path);
  const ours = operations.filter(({ source }) => source.startsWith('ours'));
  const paths = new Set(ours.map(({ path }) => path.replaceAll(/:(\w+)/g, '<$1>')));
  expect(listed.toSorted()).toEqual([...paths].sort());
});

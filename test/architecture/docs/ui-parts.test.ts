import { describe, expect, it } from 'vitest';
import { functionsOf, partsOf, typesOf } from './ui-parts.ts';

const of = (text: string) => new Map([['src/ui/box.tsx', text]]);

describe('the parts of the design system', () => {
  it('are told with their docstring and their props', () => {
    const text = `type BoxProps = {
      /** Its words. */
      readonly label: string;
      lid?: 'on' | 'off' | undefined;
    } & Omit<ComponentPropsWithRef<'input'>, 'id'>;
    /**
     * Holds things.
     * Opens.
     */
    export function Box({ label, ...rest }: BoxProps) {}`;
    const takes = ['label: string', "lid?: 'on' | 'off'", 'attributes of <input>'];
    expect(partsOf(of(text))).toEqual([
      { name: 'Box', path: 'src/ui/box.tsx', about: 'Holds things. Opens.', takes },
    ]);
  });

  it.each([
    ["Pick<Other, 'a'>", ['a: string']],
    ["Omit<Other, 'a'>", ['b?: number']],
    ['Other & { c: boolean }', ['a: string', 'b?: number', 'c: boolean']],
    ['{ c: boolean } | Other', ['c: boolean or a: string, b?: number']],
    ['Elsewhere', ['far: string']],
  ])('take %s', (type, props) => {
    const sources = new Map([
      ['src/ui/elsewhere.ts', 'export type Elsewhere = { far: string };'],
      [
        'src/ui/box.tsx',
        `import type { Elsewhere } from './elsewhere.ts';
        type Other = { a: string; b?: number };
        export function Box(props: ${type}) {}`,
      ],
    ]);
    expect(partsOf(sources).map(({ takes }) => takes)).toEqual([props]);
  });

  it('are not told by halves: what can not be read is an error', () => {
    expect(() => partsOf(of('export function Box(props: Unknown) {}'))).toThrow('Unknown');
    expect(() => partsOf(of('export function Box(props) {}'))).toThrow('src/ui/box.tsx');
  });
});

it('tells the functions that screens import, and the types that they take', () => {
  const sources = new Map([
    ['src/ui/a.ts', 'export type Size = { w: number };\n/** Turns. */ export function turn(size: Size) {}'],
    ['src/ui/b.ts', `import { turn } from './a.ts'; export const inner = () => 1;`],
    ['src/app/c.ts', `import { turn } from '../ui/a.ts';`],
  ]);
  const functions = functionsOf(sources);
  expect(functions).toEqual([{ name: 'turn', path: 'src/ui/a.ts', about: 'Turns.', takes: ['size: Size'] }]);
  expect(typesOf(sources, functions)).toEqual([['Size', '{ w: number }']]);
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildBillOfMaterials } from '../../../mock-server/launch/bill-of-materials.ts';
import { root } from '../../../mock-server/launch/paths.ts';

interface Component {
  name: string;
  version: string;
  licenses?: { license?: { id?: string; name?: string }; expression?: string }[];
  hashes?: unknown[];
}
interface Locked {
  version?: string;
  dev?: boolean;
  name?: string;
}

/**
 * Licences that require no more than their text beside the product. The LGPL is that of libvips, which sharp loads as a
 * separate library: it can be replaced, as that licence requires.
 */
const allowed = [
  'MIT',
  'MIT-0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'Apache-2.0',
  '0BSD',
];
const libvips = /^@img\/sharp-/;

const { components }: { components: Component[] } = JSON.parse(buildBillOfMaterials());

describe('the bill of materials', () => {
  it('lists every package that the build takes, with its hash', () => {
    const { packages }: { packages: Record<string, Locked> } = JSON.parse(
      readFileSync(join(root, 'package-lock.json'), 'utf8'),
    );
    const locked = Object.entries(packages)
      .filter(([path, { dev }]) => path !== '' && dev !== true)
      .map(([path, { version, name }]) => `${name ?? path.split('node_modules/').at(-1)}@${version}`);
    const listed = new Set(components.map(({ name, version }) => `${name}@${version}`));
    expect(locked.filter((one) => !listed.has(one))).toEqual([]);
    expect(components.filter(({ hashes }) => !hashes?.length).map(({ name }) => name)).toEqual([]);
  });

  it('has a licence that is allowed for every package', () => {
    const refused = components.filter(({ name, licenses = [] }) => {
      const texts = licenses.map(
        ({ license, expression }) => expression ?? license?.id ?? license?.name ?? '',
      );
      const mayBe = libvips.test(name) ? [...allowed, 'LGPL-3.0-or-later'] : allowed;
      const isAllowed = (text: string) =>
        text.split(' AND ').every((all) => all.split(' OR ').some((one) => mayBe.includes(one)));
      return texts.length === 0 || !texts.every((text) => isAllowed(text.replaceAll(/[()]/g, '')));
    });
    expect(refused.map(({ name, licenses }) => `${name}: ${JSON.stringify(licenses)}`)).toEqual([]);
  });
});

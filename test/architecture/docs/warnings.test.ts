import { describe, expect, it } from 'vitest';
import { warningCodes } from '../../../contract/common/warnings.ts';
import { projectSources } from '../project.ts';

const sources = projectSources();

describe('the page of warnings', () => {
  it('has every code of the contract, once', () => {
    const page = sources.get('docs/warnings.md') ?? '';
    const rows = [...page.matchAll(/^\| `(\w+)` \| [^|]+ \| [^|]+ \|$/gm)].map(([, code = '']) => code);
    expect(rows.toSorted()).toEqual([...warningCodes].toSorted());
  });
});

describe('the codes of warnings', () => {
  it('are all in use', () => {
    const service = [...sources].filter(([path]) => path.startsWith('mock-server/')).map(([, text]) => text);
    const all = service.join('\n');
    // The end of a certificate and of a profile are one function.
    const parts = (code: string) => /^(certificate|profile)_(expire[sd])$/.exec(code)?.slice(1) ?? [code];
    const unused = warningCodes.filter((code) => !parts(code).every((part) => all.includes(part)));
    expect(unused).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { getVersionNote } from '../../src/data/catalog/version-note.ts';

const written = (version_note: string) => getVersionNote({ version_note, version_num: '2.0' });

describe('the note of a version', () => {
  it('is shown as its publisher wrote it', () => {
    expect(written('Two sensors can be paired.\nFaster.')).toBe('Two sensors can be paired.\nFaster.');
    expect(written('Tested on 2026-11-21 - works with 2.0')).toBe('Tested on 2026-11-21 - works with 2.0');
  });

  it('is left out when the service filled it in, also after the application was renamed', () => {
    expect(written('Leak Finder - 2026-11-21 - 2.0')).toBeNull();
    expect(written('Old name - with a dash - 2026-11-21 - 2.0')).toBeNull();
    expect(written('')).toBeNull();
  });
});

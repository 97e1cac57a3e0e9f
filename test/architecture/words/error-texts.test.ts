import { describe, expect, it } from 'vitest';
import { projectSources } from '../project.ts';
import { messagesShown } from './error-texts-check.ts';

describe('screens', () => {
  it('never read the English sentence of an error', () => {
    expect(messagesShown(projectSources())).toEqual([]);
  });

  it.each(['const a = error.message;', 'const { message } = error;', 'const a = row.lastError?.message;'])(
    'are refused %s',
    (text) => {
      expect(messagesShown(new Map([['src/features/reviews/a.tsx', text]]))).toHaveLength(1);
      expect(messagesShown(new Map([['src/data/a.ts', text]]))).toEqual([]);
    },
  );
});

import { describe, expect, it } from 'vitest';
import { projectSources } from '../project.ts';
import { messagesShown } from './error-texts-check.ts';

describe('the message of an error', () => {
  it('is read by no screen, since it is English', () => {
    expect(messagesShown(projectSources())).toEqual([]);
  });

  it.each(['const a = error.message;', 'const { message } = error;', 'const a = row.lastError?.message;'])(
    'is refused in a screen, not in the engine: %s',
    (text) => {
      expect(messagesShown(new Map([['src/features/reviews/a.tsx', text]]))).toHaveLength(1);
      expect(messagesShown(new Map([['src/data/a.ts', text]]))).toEqual([]);
    },
  );
});

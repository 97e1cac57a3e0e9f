import { handle } from '../handle.ts';
import { readCredentialsKind } from '../kinds/read-credentials.ts';

export const readCredentialsTask = handle(readCredentialsKind, async ({ input }) => {
  // Loaded when needed: most workers never open credentials.
  const { openCredentials } = await import('../../app-packages/credentials/open-credentials.ts');
  return openCredentials(input.material, input.platform).facts;
});

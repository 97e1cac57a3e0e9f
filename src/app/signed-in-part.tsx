import { lazyPart } from './lazy-part.tsx';

/** Everything that only who is signed in sees. */
export const SignedIn = lazyPart(async () => (await import('./signed-in.tsx')).SignedIn);

export { removeAdditions, requestPackage, waitingSignature } from './request.ts';
export { assertUsable, signWith } from './sign.ts';

export { findWaitingSignature, removeAdditions, requestPackage } from './request.ts';
export { assertUsable, signWith } from './sign.ts';

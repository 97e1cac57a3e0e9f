export { cancelSigningWith } from './cancel.ts';
export { requestPackage } from './request.ts';
export { assertUsable, signWith } from './sign.ts';

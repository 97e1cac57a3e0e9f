export { cancelSigningWith } from './cancel.ts';
export { requestPackage } from './request.ts';
export { signWith } from './sign.ts';

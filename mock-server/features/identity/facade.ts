export { linkSigner, openDirectLink, openLink, signDirectLink, signLink } from './links.ts';
export { sourceOf } from './sign-in/places.ts';
export { noTexts } from './terms/unaccepted-store.ts';

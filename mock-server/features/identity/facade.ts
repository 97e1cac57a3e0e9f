export {
  createLinkSigner,
  openDirectLink,
  openLink,
  signDirectLink,
  signLink,
} from './links.ts';
export { getSourceNetwork } from './sign-in/places.ts';
export { noTexts } from './terms/unaccepted-store.ts';

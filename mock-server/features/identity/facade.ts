export {
  createLinkSigner as linkSigner,
  openDirectLink,
  openLink,
  signDirectLink,
  signLink,
} from './links.ts';
export { getSource as sourceOf } from './sign-in/places.ts';
export { noTexts } from './terms/unaccepted-store.ts';

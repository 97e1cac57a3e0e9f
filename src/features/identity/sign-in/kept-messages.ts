import { translations } from '../../../ui/i18n/translations.ts';
import { en } from './kept-messages.en.ts';

export type KeptWords = typeof en;
export const keptMessages = translations(en, { de: async () => (await import('./kept-messages.de.ts')).de });

import { translations } from '../../../ui/i18n/translations.ts';
import { en } from './sessions-messages.en.ts';

export type SessionsWords = typeof en;
export const sessionsMessages = translations(en, {
  de: async () => (await import('./sessions-messages.de.ts')).de,
});

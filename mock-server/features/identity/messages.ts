import type { Language } from '../../../contract/common/languages.ts';
import de from './messages.de.json' with { type: 'json' };
import en from './messages.en.json' with { type: 'json' };

export const messages: Readonly<Record<Language, typeof en>> = { en, de };

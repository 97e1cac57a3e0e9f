import { catalog } from '../../ui/i18n/translations.ts';
import { en } from './messages.en.ts';

export const downloadMessages = catalog(en, { de: async () => (await import('./messages.de.ts')).de });

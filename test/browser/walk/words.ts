import { appMessages } from '../../../src/app/messages.ts';
import { catalogMessages } from '../../../src/features/catalog/messages.ts';
import { changesMessages } from '../../../src/features/changes/messages.ts';
import { helpMessages } from '../../../src/features/downloads/help/help-messages.ts';
import { downloadMessages } from '../../../src/features/downloads/messages.ts';
import { identityMessages } from '../../../src/features/identity/messages.ts';
import { changeMessages } from '../../../src/features/identity/passwords/change-messages.ts';
import { inventoryMessages } from '../../../src/features/inventory/messages.ts';
import { messageMessages } from '../../../src/features/messages/messages.ts';
import { reviewMessages } from '../../../src/features/reviews/messages.ts';
import { supportMessages } from '../../../src/features/support/messages.ts';
import { termsMessages } from '../../../src/features/terms/messages.ts';
import type { Language } from '../../../src/ui/i18n/locale.ts';
import { commonMessages } from '../../../src/ui/i18n/messages.ts';

const load = async (language: Language) => ({
  app: await appMessages.load(language),
  catalog: await catalogMessages.load(language),
  changes: await changesMessages.load(language),
  common: await commonMessages.load(language),
  identity: await identityMessages.load(language),
  inventory: await inventoryMessages.load(language),
  messages: await messageMessages.load(language),
  downloads: await downloadMessages.load(language),
  help: await helpMessages.load(language),
  password: await changeMessages.load(language),
  reviews: await reviewMessages.load(language),
  support: await supportMessages.load(language),
  terms: await termsMessages.load(language),
});

/** The texts of the screens, from the message files, so that a walk need not change when a text does. */
export type Words = Awaited<ReturnType<typeof load>>;

export const words: Readonly<Record<Language, Words>> = { en: await load('en'), de: await load('de') };

import { de as appDe } from '../../../src/app/messages.de.ts';
import { en as appEn } from '../../../src/app/messages.en.ts';
import { de as catalogDe } from '../../../src/features/catalog/messages.de.ts';
import { en as catalogEn } from '../../../src/features/catalog/messages.en.ts';
import { de as changesDe } from '../../../src/features/changes/messages.de.ts';
import { en as changesEn } from '../../../src/features/changes/messages.en.ts';
import { de as helpDe } from '../../../src/features/downloads/help/help-messages.de.ts';
import { en as helpEn } from '../../../src/features/downloads/help/help-messages.en.ts';
import { de as downloadsDe } from '../../../src/features/downloads/messages.de.ts';
import { en as downloadsEn } from '../../../src/features/downloads/messages.en.ts';
import { de as identityDe } from '../../../src/features/identity/messages.de.ts';
import { en as identityEn } from '../../../src/features/identity/messages.en.ts';
import { de as passwordDe } from '../../../src/features/identity/passwords/change-messages.de.ts';
import { en as passwordEn } from '../../../src/features/identity/passwords/change-messages.en.ts';
import { de as inventoryDe } from '../../../src/features/inventory/messages.de.ts';
import { en as inventoryEn } from '../../../src/features/inventory/messages.en.ts';
import { de as messagesDe } from '../../../src/features/messages/messages.de.ts';
import { en as messagesEn } from '../../../src/features/messages/messages.en.ts';
import { de as reviewsDe } from '../../../src/features/reviews/messages.de.ts';
import { en as reviewsEn } from '../../../src/features/reviews/messages.en.ts';
import { de as supportDe } from '../../../src/features/support/messages.de.ts';
import { en as supportEn } from '../../../src/features/support/messages.en.ts';
import { de as termsDe } from '../../../src/features/terms/messages.de.ts';
import { en as termsEn } from '../../../src/features/terms/messages.en.ts';
import { de as commonDe } from '../../../src/ui/i18n/messages.de.ts';
import { en as commonEn } from '../../../src/ui/i18n/messages.en.ts';

const en = {
  app: appEn,
  catalog: catalogEn,
  changes: changesEn,
  common: commonEn,
  identity: identityEn,
  inventory: inventoryEn,
  messages: messagesEn,
  downloads: downloadsEn,
  help: helpEn,
  password: passwordEn,
  reviews: reviewsEn,
  support: supportEn,
  terms: termsEn,
};

/** The words of the screens, from their sources: a walk that names them does not mind when they change. */
export type Words = typeof en;

export const words: Readonly<Record<'en' | 'de', Words>> = {
  en,
  de: {
    app: appDe,
    catalog: catalogDe,
    changes: changesDe,
    common: commonDe,
    identity: identityDe,
    inventory: inventoryDe,
    messages: messagesDe,
    downloads: downloadsDe,
    help: helpDe,
    password: passwordDe,
    reviews: reviewsDe,
    support: supportDe,
    terms: termsDe,
  },
};

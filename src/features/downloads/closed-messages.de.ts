import type { en } from './closed-messages.en.ts';

export const de: typeof en = {
  opens: (when) => `Diese App lässt sich ab ${when} installieren.`,
  closed: (when) => `Diese App ließ sich bis ${when} installieren.`,
};

import { createPlurals } from './plural.ts';

const count = createPlurals('en');

/** Words that many screens share. */
export const en = {
  back: 'Back',
  close: 'Close',
  tryAgain: 'Try again',
  seeAll: 'See all',
  seeAllOf: (title: string) => `See all: ${title}`,
  loading: 'Loading',
  refreshing: 'Refreshing',
  dismiss: 'Dismiss',
  details: 'Details for support',
  code: 'Code',
  guid: 'Reference',
  offline: 'Offline',
  skipToContent: 'Skip to content',
  showPassword: 'Show password',
  arrows: { previous: 'Back', next: 'Forward' },
  fold: { more: 'More', less: 'Less' },
  shots: {
    close: 'Close',
    previous: 'Previous picture',
    next: 'Next picture',
    zoom: 'Zoom in',
    position: (at: number, of: number) => `${at} of ${of}`,
    open: (alt: string) => `Enlarge: ${alt}`,
  },
  updates: (n: number) => count(n, { one: '# update', other: '# updates' }),
  apps: (n: number) => count(n, { one: '# app', other: '# apps' }),
};

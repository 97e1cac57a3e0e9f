/** The languages of what the service writes: mails, push messages and pages. */
export const languages = ['en', 'de'] as const;
export type Language = (typeof languages)[number];

import { Type } from 'typebox';
import { output } from './common/fields.ts';
import { operation } from './common/operation.ts';

/** The mails that come once a week, each of which a person can unsubscribe from. */
export const weeklyMails = ['summary', 'deadlines'] as const;
export type WeeklyMail = (typeof weeklyMails)[number];

export const unsubscribe = operation({
  name: 'unsubscribe',
  recorded: false,
  area: 'mails',
  method: 'POST',
  path: '/v3/mails/unsubscribe',
  context: 'none',
  query: Type.Object({
    token: Type.String({
      maxLength: 300,
      description: 'From the link in the mail: it identifies the person and the kind of mail',
    }),
    /** From the page of the link only. */
    again: Type.Optional(Type.Boolean({ description: 'Subscribes again' })),
  }),
  response: output({ subscribed: Type.Boolean() }),
  source: 'ours: one-click unsubscribe of RFC 8058, by the link in each weekly mail',
  summary: 'Unsubscribe from a kind of mail, without signing in; browsers get a page',
});

export const mailOperations = [unsubscribe] as const;

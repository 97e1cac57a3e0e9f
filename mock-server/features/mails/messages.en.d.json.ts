// Written by node test/architecture/words/write-message-types.ts.
import type { Template } from '../../platform/mail/templates.ts';
declare const messages: {
  summary: {
    subject: Template<'from' | 'organization' | 'to'>;
    text: Template<'downloads' | 'failedSignIns' | 'first_name' | 'from' | 'link' | 'newUsers' | 'organization' | 'overdue' | 'reviews' | 'to' | 'unsubscribe'>;
  };
  deadlines: {
    subject: Template<'organization'>;
    text: Template<'apps' | 'first_name' | 'link' | 'organization' | 'unsubscribe'>;
  };
  due: Template<'application' | 'date'>;
  overdue: Template<'application' | 'date'>;
  page: {
    title: string;
    kinds: {
      summary: string;
      deadlines: string;
    };
    subscribed: string;
    unsubscribed: string;
    unsubscribe: string;
    again: string;
  };
};
export default messages;

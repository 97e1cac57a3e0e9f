// Written by node test/architecture/words/write-message-types.ts.
declare const messages: {
  title: string;
  unread: (values: { count: number }) => string;
  allRead: string;
  isNew: string;
  headings: {
    group_message: (values: { name: string }) => string;
    application_message: (values: { name: string }) => string;
    update_notice: (values: { name: string }) => string;
    deadline_notice: (values: { name: string }) => string;
    review_reply: (values: { name: string }) => string;
  };
  from: (values: { organization: string }) => string;
  to: (values: { group: string }) => string;
  update: (values: { version: string }) => string;
  requiredBy: (values: { date: string }) => string;
  requiredNow: string;
  toApp: string;
  none: string;
  noneWhy: string;
  failed: string;
  saved: (values: { when: string }) => string;
};
export default messages;

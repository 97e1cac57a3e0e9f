// Written by node test/architecture/words/write-message-types.ts.
declare const messages: {
  opens: (values: { when: string }) => string;
  closed: (values: { when: string }) => string;
};
export default messages;

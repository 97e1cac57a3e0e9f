// Written by node test/architecture/words/write-message-types.ts.
declare const messages: {
  title: string;
  why: string;
  on: string;
  kinds: {
    messages: string;
    updates: string;
    replies: string;
  };
  unsupported: string;
  denied: string;
  notAllowed: string;
  terms: string;
  failed: string;
  offline: string;
};
export default messages;

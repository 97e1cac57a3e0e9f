// Written by node test/architecture/words/write-message-types.ts.
declare const messages: {
  title: string;
  why: string;
  name: string;
  missing: string;
  send: string;
  sent: string;
  back: string;
};
export default messages;

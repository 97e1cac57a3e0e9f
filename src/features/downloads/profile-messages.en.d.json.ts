// Written by node test/architecture/words/write-message-types.ts.
declare const messages: {
  sent: string;
  steps: readonly (string)[];
};
export default messages;

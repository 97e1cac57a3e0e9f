// Written by node test/architecture/words/write-message-types.ts.
declare const messages: {
  title: string;
  current: string;
  currentMissing: string;
  wrong: string;
  endOthers: string;
  endOthersHint: string;
  save: string;
  changed: (values: { count: number }) => string;
};
export default messages;

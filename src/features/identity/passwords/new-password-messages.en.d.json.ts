// Written by node test/architecture/words/write-message-types.ts.
declare const messages: {
  expired: string;
  expiredHelp: string;
  field: string;
  missing: string;
  same: string;
  rules: {
    spaces: string;
    length: (values: { count: number }) => string;
    lowercase: (values: { count: number }) => string;
    uppercase: (values: { count: number }) => string;
    digits: (values: { count: number }) => string;
    symbols: (values: { count: number }) => string;
    common: string;
    context: string;
    breached: string;
    interval: string;
    history: (values: { count: number }) => string;
  };
  save: string;
  refused: string;
};
export default messages;

// Written by node test/architecture/words/write-message-types.ts.
declare const messages: {
  title: string;
  help: string;
  explain: string;
  question: string;
  count: (values: { max: string; used: string }) => string;
  send: string;
  mail: string;
  facts: (values: { reference: string }) => string;
  sent: (values: { reference: string }) => string;
  address: string;
  close: string;
  defer: string;
  deferWhy: string;
  subject: (values: { app: string; reference: string }) => string;
  someApp: string;
  mailLines: {
    app: string;
    symptom: string;
    system: string;
    browser: string;
    time: string;
    reference: string;
    catalog: string;
  };
};
export default messages;

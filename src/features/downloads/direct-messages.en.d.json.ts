// Written by node test/architecture/words/write-message-types.ts.
declare const messages: {
  present: (values: { name: string }) => string;
  other: string;
  title: string;
  from: (values: { organization: string }) => string;
  fromSomebody: string;
  trust: string;
  install: string;
  scanTitle: string;
  scanHelp: string;
  otherTitle: string;
  code: string;
  sameAgain: string;
  refusedTitle: string;
  refusedHelp: string;
  toCatalog: string;
  offline: string;
};
export default messages;

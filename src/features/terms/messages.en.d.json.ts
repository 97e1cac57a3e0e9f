// Written by node test/architecture/words/write-message-types.ts.
declare const messages: {
  title: string;
  titleOf: (values: { name: string }) => string;
  why: (values: { organization: string }) => string;
  whyApp: string;
  version: (values: { date: string; version: number }) => string;
  accept: string;
  decline: string;
  withdraw: string;
  acceptedOn: (values: { date: string }) => string;
  declinedOn: (values: { date: string }) => string;
  closed: string;
  closedApp: string;
  accepted: string;
  declined: string;
  open: string;
  sentLater: string;
  failed: string;
};
export default messages;

// Written by node test/architecture/words/write-message-types.ts.
declare const messages: {
  title: (values: { name: string }) => string;
  why: (values: { organization: string }) => string;
  userId: string;
  choose: string;
  notGood: string;
  over: string;
  reset: {
    title: (values: { name: string }) => string;
    why: (values: { organization: string }) => string;
    notGood: string;
    over: string;
  };
  signIn: string;
  again: string;
  needs: (values: { list: string }) => string;
  kinds: {
    length: (values: { count: number }) => string;
    lowercase: (values: { count: number }) => string;
    uppercase: (values: { count: number }) => string;
    digits: (values: { count: number }) => string;
    symbols: (values: { count: number }) => string;
  };
};
export default messages;

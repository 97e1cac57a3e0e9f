// Written by node test/architecture/words/write-message-types.ts.
declare const messages: {
  reviews: string;
  rate: string;
  opinion: {
    like: string;
    dislike: string;
  };
  likes: string;
  dislikes: string;
  write: string;
  edit: string;
  goOn: string;
  draft: string;
  dropDraft: string;
  title: string;
  comment: string;
  commentHint: string;
  send: string;
  needsOpinion: string;
  needsBoth: string;
  tooLong: string;
  counter: (values: { max: string; used: string }) => string;
  liked: string;
  disliked: string;
  notKept: string;
  notTaken: string;
  copy: {
    copy: string;
    done: string;
    failed: string;
  };
  willBeSent: string;
  sending: string;
  byItself: string;
  sent: string;
  refused: (values: { reason: string }) => string;
  again: string;
  discard: string;
  you: (values: { name: string }) => string;
  ownUnsent: string;
  ownRefused: string;
  delete: {
    button: string;
    question: string;
    lost: string;
    confirm: string;
    keep: string;
  };
  noneWhy: string;
  edited: (values: { when: string }) => string;
  notLoaded: string;
  more: string;
  unknownPerson: string;
};
export default messages;

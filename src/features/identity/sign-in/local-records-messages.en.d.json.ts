// Written by node test/architecture/words/write-message-types.ts.
declare const messages: {
  reasons: {
    expired: string;
    signed_out: string;
    password_changed: string;
    device_unpaired: string;
    device_disabled: string;
    account_disabled: string;
    account_deleted: string;
  };
  locked: {
    title: (values: { name: string }) => string;
    why: string;
    waiting: (values: { count: number }) => string;
    open: string;
    other: (values: { name: string }) => string;
  };
  oldPassword: {
    title: string;
    why: string;
    waiting: (values: { count: number }) => string;
    field: string;
    wrong: string;
    open: string;
    giveUp: string;
    giveUpLosing: string;
  };
  somebodyElse: {
    title: (values: { name: string }) => string;
    invitation: (values: { name: string }) => string;
    organization: string;
    other: string;
    unsent: (values: { count: number }) => string;
    keepHelp: (values: { name: string }) => string;
    gone: (values: { name: string }) => string;
    send: string;
    keep: (values: { name: string }) => string;
    signOut: (values: { name: string }) => string;
    cancel: string;
    notSent: string;
    notKept: (values: { name: string }) => string;
  };
};
export default messages;

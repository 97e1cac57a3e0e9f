// Written by node test/architecture/words/write-message-types.ts.
declare const messages: {
  appearance: string;
  appearances: {
    system: string;
    light: string;
    dark: string;
  };
  language: string;
  deviceLanguage: string;
  slash: string;
  slashHint: string;
  storage: {
    title: string;
    used: string;
    usedOf: (values: { quota: string; used: string }) => string;
    pictures: string;
    kept: string;
    unknown: string;
    free: string;
    freeHelp: string;
    freed: (values: { size: string }) => string;
    freedNothing: string;
    failed: string;
    broken: string;
    newer: string;
    unread: (values: { count: number }) => string;
    unreadHelp: string;
    saveReport: string;
    full: string;
    unavailable: string;
  };
  version: {
    title: string;
    field: string;
    latest: string;
    offer: string;
    offerHelp: string;
    update: string;
    updating: string;
    takenBack: string;
    takenBackHelp: string;
    understood: string;
  };
  home: {
    title: string;
    why: string;
    already: string;
    add: string;
    ios: readonly (string)[];
    iosOther: string;
    android: readonly (string)[];
    desk: readonly (string)[];
    signInAgain: string;
  };
};
export default messages;

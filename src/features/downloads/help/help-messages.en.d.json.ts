// Written by node test/architecture/words/write-message-types.ts.
declare const messages: {
  title: (values: { app: string }) => string;
  question: string;
  other: string;
  otherSteps: readonly (string)[];
  back: string;
  again: string;
  profile: {
    see: string;
    steps: readonly (string)[];
  };
  symptoms: {
    ios: readonly ({
      see: string;
      steps: readonly (string)[];
    })[];
    android: readonly ({
      see: string;
      steps: readonly (string)[];
    })[];
    desk: readonly ({
      see: string;
      steps: readonly (string)[];
    })[];
  };
};
export default messages;

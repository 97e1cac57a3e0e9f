// Written by node test/architecture/words/write-message-types.ts.
declare const messages: {
  back: string;
  close: string;
  tryAgain: string;
  seeAll: string;
  seeAllOf: (values: { title: string }) => string;
  loading: string;
  refreshing: string;
  dismiss: string;
  details: string;
  code: string;
  guid: string;
  offline: string;
  skipToContent: string;
  showPassword: string;
  arrows: {
    previous: string;
    next: string;
  };
  fold: {
    more: string;
    less: string;
  };
  shots: {
    close: string;
    previous: string;
    next: string;
    zoom: string;
    position: (values: { position: number; total: number }) => string;
    open: (values: { picture: string }) => string;
  };
  updates: (values: { count: number }) => string;
  apps: (values: { count: number }) => string;
};
export default messages;

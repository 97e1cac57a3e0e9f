export const en = {
  opens: (when: string) => `This app can be installed from ${when}.`,
  closed: (when: string) => `This app could be installed until ${when}.`,
};

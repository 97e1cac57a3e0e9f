/** Words for terms: those of the organization, and those of applications. */
export const en = {
  /** The language of these words, to choose among the texts of terms. */
  language: 'en',
  title: 'Terms',
  titleOf: (name: string) => `Terms: ${name}`,
  why: (organization: string) => `${organization} asks you to accept its terms before you use the catalog.`,
  whyApp: 'This app has terms of its own. Accept them to install it.',
  version: (number: number, date: string) => `Version ${number} of ${date}`,
  accept: 'Accept',
  decline: 'Decline',
  withdraw: 'Withdraw consent',
  acceptedOn: (date: string) => `You accepted them on ${date}.`,
  declinedOn: (date: string) => `You declined them on ${date}.`,
  closed: 'The catalog stays closed until you accept. You can do that at any time.',
  closedApp: 'The app can’t be installed until you accept. You can do that at any time.',
  accepted: 'Accepted',
  declined: 'Declined',
  open: 'Not yet accepted',
  sentLater: 'Your answer is saved and will be sent when you’re back online. Then you can install the app.',
  failed: 'The terms couldn’t be loaded.',
};

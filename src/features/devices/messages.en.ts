/** Words of the list of a person's devices. */
export const en = {
  title: 'Devices',
  thisDevice: 'This device',
  active: (ago: string) => `Active ${ago}`,
  added: (date: string) => `Added ${date}`,
  disabled: 'Disabled by your organization',
  unknown: 'Unknown device',
  failed: 'Your devices could not be loaded.',
  saved: (ago: string) => `As it was ${ago}`,
};

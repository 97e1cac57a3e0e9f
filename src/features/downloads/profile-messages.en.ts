/** How a configuration profile, such as a web clip, is installed on iOS. */
export const en = {
  sent: 'Your device is downloading a profile. Allow it, install it in Settings, then come back here.',
  steps: [
    'Tap Allow in the window that asks about a configuration profile. If none asks, open this page in Safari.',
    'Open Settings and tap Profile Downloaded, near the top. It is there for eight minutes; after that, tap Try again here.',
    'Tap Install and enter the passcode of the device. iOS may warn that the profile is not signed.',
    'The icon of a web app is then on the home screen.',
  ],
};

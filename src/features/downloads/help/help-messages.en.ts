/** What people see when an install does not work, by system, each with the way out of that one cause. */
export const en = {
  title: (app: string) => `Help with ${app}`,
  question: 'What do you see?',
  other: 'Something else',
  otherSteps: ['Contact support and describe what you see.'],
  back: 'I see something else',
  again: 'Try again',
  profile: {
    see: 'A profile was downloaded, but nothing else',
    steps: [
      'Open Settings and tap Profile Downloaded, near the top. It disappears after eight minutes.',
      'Tap Install and enter the passcode of the device.',
    ],
  },
  symptoms: {
    ios: [
      {
        see: 'Nothing happened',
        steps: [
          'Look for a window that asks whether to install the app, and tap Install.',
          'Look through your home screen and the App Library.',
          'If there was no window, open the catalog in Safari and try again.',
        ],
      },
      {
        see: '“Untrusted Enterprise Developer”',
        steps: [
          'Close the message.',
          'Open Settings › General › VPN & Device Management.',
          'Tap the developer, then Trust. The device may restart.',
          'Open the app again.',
        ],
      },
      {
        see: 'The app can’t be verified',
        steps: [
          'Connect to the internet. A filtered network can keep iOS from checking the app: try another one.',
          'Open Settings › General › VPN & Device Management, tap the developer, then Verify App.',
          'If iOS says that its integrity could not be verified, contact support: the app has to be signed again.',
        ],
      },
      {
        see: 'Not enough space',
        steps: ['Open Settings › General › Storage and free some space.', 'Try again.'],
      },
      {
        see: 'It needs a newer system',
        steps: [
          'Open Settings › General › Software Update and install what is offered.',
          'If nothing is offered, the app needs a newer device. Contact support.',
        ],
      },
      {
        see: 'It can’t be installed over the old version',
        steps: [
          'Remove the old app from the home screen. This deletes its data on this device.',
          'Try again.',
        ],
      },
      {
        see: 'I opened the catalog from mail or a chat',
        steps: [
          'Open the menu or the compass icon and choose “Open in Safari”.',
          'Sign in there and try again.',
        ],
      },
      {
        see: 'This is the wrong device',
        steps: ['Open the catalog on the right device and sign in there.', 'Install the app on that device.'],
      },
    ],
    android: [
      {
        see: 'Nothing happened',
        steps: [
          'Pull down the notifications and tap the finished download.',
          'If there is none, open the browser’s menu › Downloads and tap the file.',
        ],
      },
      {
        see: 'Unknown apps from this source aren’t allowed',
        steps: [
          'Tap Settings in the message.',
          'Switch on “Allow from this source” for your browser.',
          'Go back and tap the download again.',
        ],
      },
      {
        see: 'Play Protect warns or blocks the app',
        steps: [
          'Tap More details, then Install anyway. Do this only for apps from this catalog.',
          'If you can’t choose that, contact support: some countries only allow registered developers.',
        ],
      },
      {
        see: 'Not enough space',
        steps: ['Open Settings › Storage and free some space.', 'Try again.'],
      },
      {
        see: 'A problem parsing the package, or not compatible',
        steps: [
          'Open Settings › System › System update and install what is offered.',
          'If nothing is offered, the app needs a newer device. Contact support.',
        ],
      },
      {
        see: '“App not installed”, or it conflicts with another package',
        steps: ['Uninstall the old app of this name. This deletes its data on this device.', 'Try again.'],
      },
      {
        see: 'I opened the catalog from mail or a chat',
        steps: ['Open the menu and choose “Open in browser”.', 'Sign in there and try again.'],
      },
      {
        see: 'This is the wrong device',
        steps: ['Open the catalog on the right device and sign in there.', 'Install the app on that device.'],
      },
    ],
    desk: [
      {
        see: 'Nothing happened',
        steps: ['Open the browser’s downloads and open the file.', 'Follow the instructions of the system.'],
      },
      {
        see: 'The system blocks the file',
        steps: ['Choose More info, then Run anyway. Do this only for apps from this catalog.'],
      },
      { see: 'Not enough space', steps: ['Free some space and try again.'] },
      {
        see: 'This is the wrong device',
        steps: ['Open the catalog on the right device and sign in there.', 'Install the app on that device.'],
      },
    ],
  },
};

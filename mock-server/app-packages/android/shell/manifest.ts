import type { HybridApp } from '../../hybrid-app.ts';
import type { Xml } from '../resources/write-axml.ts';

/** Android 10: from this version on, downloads need no permission to write. */
const minSdk = 29;
const targetSdk = 34;
/** android.R.style.Theme_DeviceDefault_DayNight */
const theme = 0x010302e3;
/**
 * keyboard, keyboardHidden, orientation, screenLayout, screenSize, smallestScreenSize: a change of these does not
 * reload the page.
 */
const handledChanges = 0x0db0;
/** adjustResize: the field in which a person types stays visible above the keyboard. */
const adjustResize = 0x10;

/** The number of the icon in the shell's resources. */
const icon = 0x7f010000;

/** The number of the network security configuration, which only an application at an `http:` address has. */
const networkSecurity = 0x7f030000;

/** Whether what a hybrid application shows comes by https. */
export const isEncrypted = ({ address }: HybridApp): boolean => new URL(address).protocol === 'https:';

/** Allows `http:` for the host of the application, and for no other. */
export const networkSecurityConfig = ({ address }: HybridApp): Xml => [
  'network-security-config',
  {},
  ['base-config', { cleartextTrafficPermitted: false }],
  [
    'domain-config',
    { cleartextTrafficPermitted: true },
    ['domain', { includeSubdomains: false }, new URL(address).hostname.replace(/^\[|\]$/g, '')],
  ],
];

/** The manifest of a hybrid application. The shell reads its options from the meta-data. */
export const shellManifest = (app: HybridApp): Xml => [
  'manifest',
  { versionCode: app.build, versionName: app.version, package: app.identifier },
  ['uses-sdk', { minSdkVersion: minSdk, targetSdkVersion: targetSdk }],
  ['uses-permission', { name: 'android.permission.INTERNET' }],
  [
    'application',
    {
      theme: { reference: theme },
      label: app.name,
      icon: { reference: icon },
      allowBackup: false,
      usesCleartextTraffic: false,
      ...(isEncrypted(app) ? {} : { networkSecurityConfig: { reference: networkSecurity } }),
    },
    ['meta-data', { name: 'appshelf.address', value: app.address }],
    ['meta-data', { name: 'appshelf.show_navbar', value: app.showsNavbar }],
    ['meta-data', { name: 'appshelf.file_open_support', value: app.opensFiles }],
    [
      'activity',
      {
        name: 'appshelf.shell.PageActivity',
        exported: true,
        configChanges: { flags: handledChanges },
        windowSoftInputMode: { flags: adjustResize },
      },
      [
        'intent-filter',
        {},
        ['action', { name: 'android.intent.action.MAIN' }],
        ['category', { name: 'android.intent.category.LAUNCHER' }],
      ],
    ],
  ],
];

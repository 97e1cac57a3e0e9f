import type { Permission, PermissionGroup } from '../../../../contract/common/inspection-report.ts';

type Meaning = Omit<Permission, 'name' | 'place'>;
type Known = readonly [names: string, group: PermissionGroup, asked: boolean, means: string];

/**
 * What Android's permissions give access to (android.Manifest.permission); `requested`: of protection level "dangerous", or
 * with a page of their own in the settings.
 */
const known: readonly Known[] = [
  ['ACCESS_FINE_LOCATION', 'location', true, 'Where the device is, to a few metres'],
  ['ACCESS_COARSE_LOCATION', 'location', true, 'Roughly where the device is'],
  ['ACCESS_BACKGROUND_LOCATION', 'location', true, 'Where the device is, also while the app is not open'],
  ['ACCESS_MEDIA_LOCATION', 'location', true, 'Where pictures were taken'],
  [
    'ACCESS_LOCATION_EXTRA_COMMANDS ACCESS_MOCK_LOCATION',
    'location',
    false,
    'How the device finds its location',
  ],
  ['CAMERA', 'camera', true, 'Take pictures and videos'],
  ['RECORD_AUDIO', 'microphone', true, 'Record with the microphone'],
  [
    'CAPTURE_AUDIO_OUTPUT MODIFY_AUDIO_SETTINGS',
    'microphone',
    false,
    'Change how sound is recorded and played',
  ],
  [
    'READ_EXTERNAL_STORAGE READ_MEDIA_IMAGES READ_MEDIA_VIDEO READ_MEDIA_AUDIO READ_MEDIA_VISUAL_USER_SELECTED',
    'photos_and_files',
    true,
    'Read pictures, videos and other shared files',
  ],
  ['WRITE_EXTERNAL_STORAGE', 'photos_and_files', true, 'Change and delete shared files'],
  ['MANAGE_EXTERNAL_STORAGE', 'photos_and_files', true, 'Read, change and delete all files on the device'],
  ['READ_CONTACTS', 'contacts', true, 'Read the address book'],
  ['WRITE_CONTACTS', 'contacts', true, 'Change the address book'],
  ['READ_CALENDAR', 'calendar', true, 'Read the calendar'],
  ['WRITE_CALENDAR', 'calendar', true, 'Change the calendar, and write to guests'],
  [
    'READ_PHONE_STATE READ_PHONE_NUMBERS READ_BASIC_PHONE_STATE',
    'phone',
    true,
    'Read the phone number and the state of calls',
  ],
  [
    'CALL_PHONE CALL_PRIVILEGED ANSWER_PHONE_CALLS MANAGE_OWN_CALLS ADD_VOICEMAIL USE_SIP',
    'phone',
    true,
    'Make and take calls',
  ],
  ['READ_CALL_LOG WRITE_CALL_LOG PROCESS_OUTGOING_CALLS', 'phone', true, 'See who was called'],
  ['SEND_SMS', 'messages', true, 'Send text messages, which may cost money'],
  ['READ_SMS RECEIVE_SMS RECEIVE_MMS RECEIVE_WAP_PUSH', 'messages', true, 'Read text messages'],
  ['BODY_SENSORS BODY_SENSORS_BACKGROUND', 'health', true, 'Read sensors of the body, like the heart rate'],
  ['ACTIVITY_RECOGNITION', 'motion', true, 'See whether the person walks, runs or drives'],
  ['HIGH_SAMPLING_RATE_SENSORS', 'motion', false, 'Read motion sensors very often'],
  [
    'BLUETOOTH_SCAN BLUETOOTH_CONNECT BLUETOOTH_ADVERTISE NEARBY_WIFI_DEVICES UWB_RANGING',
    'nearby_devices',
    true,
    'Find devices nearby and connect to them',
  ],
  ['BLUETOOTH BLUETOOTH_ADMIN NFC', 'nearby_devices', false, 'Use Bluetooth and NFC'],
  ['INTERNET', 'network', false, 'Use the internet'],
  ['ACCESS_NETWORK_STATE ACCESS_WIFI_STATE', 'network', false, 'See which networks there are'],
  [
    'CHANGE_NETWORK_STATE CHANGE_WIFI_STATE CHANGE_WIFI_MULTICAST_STATE',
    'network',
    false,
    'Change network connections',
  ],
  ['POST_NOTIFICATIONS', 'notifications', true, 'Show notifications'],
  [
    'ACCESS_NOTIFICATION_POLICY BIND_NOTIFICATION_LISTENER_SERVICE',
    'notifications',
    true,
    'Read or silence the notifications of other apps',
  ],
  [
    'USE_FULL_SCREEN_INTENT VIBRATE',
    'notifications',
    false,
    'Get attention over the whole screen, and vibrate',
  ],
  ['GET_ACCOUNTS', 'accounts', true, 'See the accounts on the device'],
  [
    'AUTHENTICATE_ACCOUNTS MANAGE_ACCOUNTS USE_CREDENTIALS READ_SYNC_SETTINGS WRITE_SYNC_SETTINGS',
    'accounts',
    false,
    'Use accounts of the device',
  ],
  ['USE_BIOMETRIC USE_FINGERPRINT', 'accounts', false, 'Ask for a fingerprint or face to unlock the app'],
  [
    'com.google.android.gms.permission.AD_ID',
    'tracking',
    false,
    'Read the number that advertising knows the device by',
  ],
  ['QUERY_ALL_PACKAGES', 'other_apps', false, 'See all other apps on the device'],
  ['GET_TASKS PACKAGE_USAGE_STATS', 'other_apps', true, 'See which apps are used'],
  [
    'REQUEST_INSTALL_PACKAGES INSTALL_PACKAGES REQUEST_DELETE_PACKAGES DELETE_PACKAGES',
    'other_apps',
    true,
    'Install and remove apps',
  ],
  ['KILL_BACKGROUND_PROCESSES', 'other_apps', false, 'End other apps'],
  ['SYSTEM_ALERT_WINDOW', 'device_control', true, 'Show itself over other apps'],
  [
    'BIND_ACCESSIBILITY_SERVICE',
    'device_control',
    true,
    'Read and control the screen for people with disabilities',
  ],
  ['BIND_DEVICE_ADMIN', 'device_control', true, 'Manage the device'],
  [
    'WRITE_SETTINGS WRITE_SECURE_SETTINGS CHANGE_CONFIGURATION SET_TIME SET_TIME_ZONE',
    'device_control',
    true,
    'Change settings of the device',
  ],
  ['DISABLE_KEYGUARD', 'device_control', false, 'Switch off the lock screen'],
  ['READ_LOGS DUMP', 'device_control', false, 'Read what other apps log'],
  ['RECEIVE_BOOT_COMPLETED', 'other', false, 'Start with the device'],
  ['WAKE_LOCK', 'other', false, 'Keep the device awake'],
  [
    'FOREGROUND_SERVICE REQUEST_IGNORE_BATTERY_OPTIMIZATIONS SCHEDULE_EXACT_ALARM USE_EXACT_ALARM',
    'other',
    false,
    'Work while it is not on the screen',
  ],
  ['SET_WALLPAPER SET_WALLPAPER_HINTS', 'other', false, 'Change the wallpaper'],
];

const framework = 'android.permission.';
const meanings: ReadonlyMap<string, Meaning> = new Map(
  known.flatMap(([names, group, requested, means]) =>
    names
      .split(' ')
      .map(
        (name) =>
          [name.includes('.') ? name : `${framework}${name}`, { group, asked: requested, means }] as const,
      ),
  ),
);
const foregroundService = meanings.get(`${framework}FOREGROUND_SERVICE`);

/** What a permission gives access to; of one that another app defines, only that. */
export function meaningOf(permission: string): Meaning {
  const found = meanings.get(permission);
  if (found !== undefined) return found;
  if (permission.startsWith(`${framework}FOREGROUND_SERVICE_`) && foregroundService !== undefined)
    return foregroundService;
  const means = permission.startsWith(framework) ? 'A right of the system' : 'A right that an app defines';
  return { group: 'other', asked: false, means };
}

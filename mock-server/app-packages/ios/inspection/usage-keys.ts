import type { PermissionGroup } from '../../../../contract/common/inspection-report.ts';

const known: readonly (readonly [keys: string, group: PermissionGroup, means: string])[] = [
  [
    'NSLocationWhenInUseUsageDescription NSLocationUsageDescription',
    'location',
    'Where the device is, while the app is open',
  ],
  [
    'NSLocationAlwaysUsageDescription NSLocationAlwaysAndWhenInUseUsageDescription',
    'location',
    'Where the device is, also while the app is not open',
  ],
  ['NSCameraUsageDescription', 'camera', 'Take pictures and videos'],
  [
    'NSMicrophoneUsageDescription NSSpeechRecognitionUsageDescription',
    'microphone',
    'Record with the microphone',
  ],
  [
    'NSPhotoLibraryUsageDescription NSPhotoLibraryAddUsageDescription NSAppleMusicUsageDescription',
    'photos_and_files',
    'Read or add pictures, videos and music',
  ],
  ['NSContactsUsageDescription', 'contacts', 'Read and change the address book'],
  [
    'NSCalendarsUsageDescription NSCalendarsFullAccessUsageDescription NSCalendarsWriteOnlyAccessUsageDescription NSRemindersUsageDescription NSRemindersFullAccessUsageDescription',
    'calendar',
    'Read or change calendar and reminders',
  ],
  [
    'NSHealthShareUsageDescription NSHealthUpdateUsageDescription NSHealthClinicalHealthRecordsShareUsageDescription',
    'health',
    'Read and write health records',
  ],
  ['NSMotionUsageDescription NSFallDetectionUsageDescription', 'motion', 'See how the person moves'],
  [
    'NSBluetoothAlwaysUsageDescription NSBluetoothPeripheralUsageDescription NFCReaderUsageDescription NSNearbyInteractionUsageDescription',
    'nearby_devices',
    'Find devices nearby and connect to them',
  ],
  ['NSLocalNetworkUsageDescription', 'network', 'Find devices in the local network'],
  [
    'NSUserTrackingUsageDescription',
    'tracking',
    'Follow the person across apps and websites of other companies',
  ],
  ['NSFaceIDUsageDescription', 'accounts', 'Ask for the face to unlock the app'],
  [
    'NSSiriUsageDescription NSHomeKitUsageDescription',
    'other_apps',
    'Work with Siri and devices of the home',
  ],
];

/** What Info.plist must explain to the person before the app may do it ("Information Property List", protected resources). */
export const usageKeys: ReadonlyMap<string, { group: PermissionGroup; means: string }> = new Map(
  known.flatMap(([keys, group, means]) => keys.split(' ').map((key) => [key, { group, means }] as const)),
);

const framework = 'android.permission.';
/** API levels of Android 1.6 and 4.1. */
const levels = { storageGuarded: 4, callLogGuarded: 16 };

/**
 * The permissions that devices add to those that a manifest declares: what an app could do without a permission before
 * the permission existed, it can still do when its target is older. These are those that Android's `aapt2` lists too.
 */
export function impliedPermissions(declared: ReadonlySet<string>, targetSdk: number | null): string[] {
  const has = (name: string) => declared.has(framework + name);
  // The codename of an unreleased system is newer than all of these.
  const isBefore = (level: number) => targetSdk !== null && targetSdk < level;
  const writesStorage = has('WRITE_EXTERNAL_STORAGE') || isBefore(levels.storageGuarded);
  const implied: (string | false)[] = [
    writesStorage && 'WRITE_EXTERNAL_STORAGE',
    writesStorage && 'READ_EXTERNAL_STORAGE',
    isBefore(levels.storageGuarded) && 'READ_PHONE_STATE',
    isBefore(levels.callLogGuarded) && has('READ_CONTACTS') && 'READ_CALL_LOG',
    isBefore(levels.callLogGuarded) && has('WRITE_CONTACTS') && 'WRITE_CALL_LOG',
  ];
  return implied.filter((name) => name !== false && !has(name)).map((name) => `${framework}${name}`);
}

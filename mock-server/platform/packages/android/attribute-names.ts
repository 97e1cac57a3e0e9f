/**
 * The framework's numbers (android.R.attr) of the attributes that describe a package, and of those that are written. Some build tools strip or change
 * the names, and devices use only the numbers.
 */
export const attributeNames: ReadonlyMap<number, string> = new Map([
  [0x01010000, 'theme'],
  [0x01010001, 'label'],
  [0x01010002, 'icon'],
  [0x01010003, 'name'],
  [0x0101000f, 'debuggable'],
  [0x01010010, 'exported'],
  [0x0101001f, 'configChanges'],
  [0x01010024, 'value'],
  [0x01010027, 'scheme'],
  [0x01010199, 'drawable'],
  [0x0101020c, 'minSdkVersion'],
  [0x0101021b, 'versionCode'],
  [0x0101021c, 'versionName'],
  [0x0101022b, 'windowSoftInputMode'],
  [0x01010270, 'targetSdkVersion'],
  [0x01010272, 'testOnly'],
  [0x01010280, 'allowBackup'],
  [0x01010284, 'smallScreens'],
  [0x01010285, 'normalScreens'],
  [0x01010286, 'largeScreens'],
  [0x0101028e, 'required'],
  [0x010102bf, 'xlargeScreens'],
  [0x010102ca, 'screenSize'],
  [0x01010364, 'requiresSmallestWidthDp'],
  [0x010104ec, 'usesCleartextTraffic'],
  [0x0101052c, 'roundIcon'],
  [0x0101054c, 'targetSandboxVersion'],
  [0x01010576, 'versionCodeMajor'],
]);

/** The texts of the shell, in the order of their numbers: smali/ names them 0x7f020000 and so on. */
export const shellStrings = [
  { name: 'back', en: 'Back', de: 'Zurück' },
  { name: 'forward', en: 'Forward', de: 'Vor' },
  { name: 'reload', en: 'Load again', de: 'Neu laden' },
  {
    name: 'no_app',
    en: 'No app on this device opens this link.',
    de: 'Keine App auf diesem Gerät öffnet diesen Link.',
  },
  { name: 'no_files', en: 'This app does not open this file.', de: 'Diese App öffnet diese Datei nicht.' },
  {
    name: 'downloading',
    en: 'The file is being downloaded. A notification opens it.',
    de: 'Die Datei wird geladen. Eine Benachrichtigung öffnet sie.',
  },
] as const;

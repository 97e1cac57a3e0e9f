import type { en } from './help-messages.en.ts';

const wrongDevice = {
  see: 'Das ist das falsche Gerät',
  steps: [
    'Öffne den Katalog auf dem richtigen Gerät und melde dich dort an.',
    'Installiere die App auf diesem Gerät.',
  ],
};

export const de: typeof en = {
  title: (app) => `Hilfe zu ${app}`,
  question: 'Was siehst du?',
  other: 'Etwas anderes',
  otherSteps: ['Wende dich an den Support und beschreibe, was du siehst.'],
  back: 'Ich sehe etwas anderes',
  again: 'Erneut versuchen',
  profile: {
    see: 'Ein Profil wurde geladen, sonst nichts',
    steps: [
      'Öffne die Einstellungen und tippe oben auf „Profil geladen“. Nach acht Minuten verschwindet es.',
      'Tippe auf Installieren und gib den Code des Geräts ein.',
    ],
  },
  symptoms: {
    ios: [
      {
        see: 'Es ist nichts passiert',
        steps: [
          'Fragt ein Fenster, ob die App installiert werden soll? Tippe auf Installieren.',
          'Sieh auf dem Home-Bildschirm und in der App-Mediathek nach.',
          'Kam kein Fenster, öffne den Katalog in Safari und versuch es erneut.',
        ],
      },
      {
        see: '„Nicht vertrauenswürdiger Entwickler“',
        steps: [
          'Schließe die Meldung.',
          'Öffne Einstellungen › Allgemein › VPN und Geräteverwaltung.',
          'Tippe auf den Entwickler, dann auf Vertrauen. Vielleicht startet das Gerät neu.',
          'Öffne die App noch einmal.',
        ],
      },
      {
        see: 'Die App kann nicht überprüft werden',
        steps: [
          'Verbinde dich mit dem Internet. Ein gefiltertes Netz kann die Prüfung verhindern: Nimm ein anderes.',
          'Öffne Einstellungen › Allgemein › VPN und Geräteverwaltung, tippe auf den Entwickler, dann auf App überprüfen.',
          'Meldet iOS, dass die Integrität nicht überprüft werden konnte, wende dich an den Support: Die App muss neu signiert werden.',
        ],
      },
      {
        see: 'Zu wenig Speicherplatz',
        steps: ['Öffne Einstellungen › Allgemein › Speicher und schaffe Platz.', 'Versuch es erneut.'],
      },
      {
        see: 'Sie braucht ein neueres System',
        steps: [
          'Öffne Einstellungen › Allgemein › Softwareupdate und installiere, was angeboten wird.',
          'Wird nichts angeboten, braucht die App ein neueres Gerät. Wende dich an den Support.',
        ],
      },
      {
        see: 'Sie lässt sich nicht über die alte Version installieren',
        steps: [
          'Entferne die alte App vom Home-Bildschirm. Das löscht ihre Daten auf diesem Gerät.',
          'Versuch es erneut.',
        ],
      },
      {
        see: 'Ich habe den Katalog aus einer Mail oder einem Chat geöffnet',
        steps: [
          'Öffne das Menü oder tippe auf den Kompass und wähle „In Safari öffnen“.',
          'Melde dich dort an und versuch es erneut.',
        ],
      },
      wrongDevice,
    ],
    android: [
      {
        see: 'Es ist nichts passiert',
        steps: [
          'Zieh die Benachrichtigungen herunter und tippe auf den fertigen Download.',
          'Ist dort keiner, öffne das Menü des Browsers › Downloads und tippe auf die Datei.',
        ],
      },
      {
        see: 'Unbekannte Apps aus dieser Quelle sind nicht erlaubt',
        steps: [
          'Tippe in der Meldung auf Einstellungen.',
          'Schalte „Dieser Quelle vertrauen“ für deinen Browser ein.',
          'Geh zurück und tippe noch einmal auf den Download.',
        ],
      },
      {
        see: 'Play Protect warnt oder blockiert die App',
        steps: [
          'Tippe auf Weitere Details, dann auf Trotzdem installieren. Tu das nur bei Apps aus diesem Katalog.',
          'Geht das nicht, wende dich an den Support: In manchen Ländern sind nur registrierte Entwickler erlaubt.',
        ],
      },
      {
        see: 'Zu wenig Speicherplatz',
        steps: ['Öffne Einstellungen › Speicher und schaffe Platz.', 'Versuch es erneut.'],
      },
      {
        see: 'Problem beim Parsen des Pakets, oder nicht kompatibel',
        steps: [
          'Öffne Einstellungen › System › Systemupdate und installiere, was angeboten wird.',
          'Wird nichts angeboten, braucht die App ein neueres Gerät. Wende dich an den Support.',
        ],
      },
      {
        see: '„App wurde nicht installiert“, oder Konflikt mit einem anderen Paket',
        steps: [
          'Deinstalliere die alte App dieses Namens. Das löscht ihre Daten auf diesem Gerät.',
          'Versuch es erneut.',
        ],
      },
      {
        see: 'Ich habe den Katalog aus einer Mail oder einem Chat geöffnet',
        steps: ['Öffne das Menü und wähle „Im Browser öffnen“.', 'Melde dich dort an und versuch es erneut.'],
      },
      wrongDevice,
    ],
    desk: [
      {
        see: 'Es ist nichts passiert',
        steps: ['Öffne die Downloads des Browsers und dort die Datei.', 'Folge den Anweisungen des Systems.'],
      },
      {
        see: 'Das System blockiert die Datei',
        steps: [
          'Wähle Weitere Informationen, dann Trotzdem ausführen. Tu das nur bei Apps aus diesem Katalog.',
        ],
      },
      { see: 'Zu wenig Speicherplatz', steps: ['Schaffe Platz und versuch es erneut.'] },
      wrongDevice,
    ],
  },
};

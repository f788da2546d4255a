import type { Texts } from './locales.ts';
import { plural } from './plural.ts';

/** Every sentence of the dashboard in German, by page. */
export const de: Texts = {
  layout: {
    skipToContent: 'Zum Inhalt springen',
    navigation: 'Dashboard',
    signOut: 'Abmelden',
    titleWithError: (title) => `Fehler: ${title}`,
  },
  navigation: {
    keys: 'Schlüssel',
    users: 'Benutzer',
    usage: 'Nutzung',
    calls: 'Aufrufe',
    connect: 'WordPress verbinden',
    owners: 'Inhaber',
    health: 'Zustand',
    settings: 'Einstellungen',
    log: 'Protokoll',
  },
  notices: {
    signedOut: 'Sie sind abgemeldet.',
    passwordChanged: 'Ihr Passwort ist geändert. Alle anderen Sitzungen sind beendet.',
    signedOutEverywhere: 'Sie sind überall abgemeldet.',
  },
  errors: {
    notFound: { title: 'Nicht gefunden', text: 'Unter dieser Adresse gibt es nichts.' },
    methodNotAllowed: {
      title: 'Nicht möglich',
      text: 'Diese Adresse nimmt solche Anfragen nicht an.',
    },
    formRefused: {
      title: 'Nicht von hier gesendet',
      text: 'Dieses Formular kam von einer anderen Website, deshalb wurde nichts geändert. Öffnen Sie die Seite des Dashboards und senden Sie es von dort.',
    },
    formExpired: {
      title: 'Nicht gesendet',
      text: 'Dieses Formular gehört zu einer anderen Sitzung, deshalb wurde nichts geändert. Gehen Sie zurück, laden Sie die Seite neu und senden Sie es noch einmal. Der Browser muss Cookies erlauben.',
    },
    formTooLarge: {
      title: 'Zu groß',
      text: 'Dieses Formular ist zu groß, deshalb wurde nichts geändert. Senden Sie höchstens 64 kB.',
    },
    badForm: {
      title: 'Kein Formular',
      text: 'Dies ist kein Formular, das das Dashboard lesen kann.',
    },
    internal: {
      title: 'Etwas ist schiefgegangen',
      text: 'Das ist ein Fehler des Dienstes, nicht Ihrer. Versuchen Sie es gleich noch einmal.',
    },
    requestId: (id) => `Anfragenummer für den Betreiber dieses Dienstes: ${id}`,
  },
  form: {
    sentTwice: 'Dieses Feld wurde mehrfach gesendet. Senden Sie es einmal.',
    tooLong: plural(
      'de',
      'Verwenden Sie höchstens # Zeichen.',
      'Verwenden Sie höchstens # Zeichen.',
    ),
    notText: 'Verwenden Sie nur Text, ohne Steuerzeichen.',
    required: 'Füllen Sie dieses Feld aus.',
  },
  copy: { copy: 'Kopieren', copied: 'Kopiert' },
  pager: { label: 'Seiten', newest: 'Neueste', older: 'Ältere' },
  confirm: { cancel: 'Abbrechen' },
  time: { never: 'Nie' },
  signIn: {
    title: 'Anmelden',
    email: 'E-Mail',
    password: 'Passwort',
    submit: 'Anmelden',
    refused: 'E-Mail oder Passwort ist falsch.',
    forgotten:
      'Passwort vergessen? Bitten Sie den Betreiber dieses Dienstes um eine neue Einladung.',
  },
  account: {
    title: 'Konto',
  },
};

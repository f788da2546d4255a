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
    setupGone: {
      title: 'Dieser Link gilt nicht mehr',
      text: 'Er ist abgelaufen, wurde benutzt oder durch einen neueren ersetzt. Führen Sie auf dem Server „altscribe operator create“ aus, um einen neuen zu bekommen.',
    },
    invitationGone: {
      title: 'Dieser Link gilt nicht mehr',
      text: 'Er ist abgelaufen, wurde benutzt oder durch einen neueren ersetzt. Wenn Sie ein Passwort gesetzt haben, melden Sie sich an. Sonst bitten Sie den Betreiber dieses Dienstes um eine neue Einladung.',
    },
    tooManyRequests: {
      title: 'Zu viele Versuche',
      text: 'Aus Ihrem Netz wurden zu viele Links geöffnet, die nicht gelten. Warten Sie 15 Minuten und versuchen Sie es dann noch einmal.',
    },
    internal: {
      title: 'Etwas ist schiefgegangen',
      text: 'Das ist ein Fehler des Dienstes, nicht Ihrer. Versuchen Sie es gleich noch einmal.',
    },
    goHome: 'Zum Dashboard',
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
    email: 'Geben Sie eine E-Mail-Adresse ein, zum Beispiel sie@example.com.',
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
    tooManyTries: plural(
      'de',
      'Zu viele Versuche. Warten Sie # Minute und versuchen Sie es dann noch einmal.',
      'Zu viele Versuche. Warten Sie # Minuten und versuchen Sie es dann noch einmal.',
    ),
    refused: 'E-Mail oder Passwort ist falsch.',
    forgotten:
      'Passwort vergessen? Bitten Sie den Betreiber dieses Dienstes um eine neue Einladung.',
  },
  setup: {
    title: 'Altscribe einrichten',
    introduction:
      'Sie werden Betreiber dieses Dienstes: Sie sehen alle Inhaber und seine Einstellungen.',
  },
  invitation: {
    title: 'Willkommen bei Altscribe',
    introduction:
      'Setzen Sie ein Passwort, um ins Dashboard zu kommen, wo Sie Ihre API-Schlüssel verwalten.',
  },
  password: {
    password: 'Passwort',
    description: 'Mindestens 12 Zeichen.',
    repeat: 'Passwort wiederholen',
    submit: 'Passwort setzen',
    notTheSame: 'Die beiden Passwörter sind nicht gleich.',
    problems: {
      'too-short': 'Verwenden Sie mindestens 12 Zeichen.',
      'too-long': 'Verwenden Sie höchstens 1.000 Zeichen.',
      common: 'Das ist leicht zu erraten. Verwenden Sie mehrere Wörter, die nicht zusammengehören.',
      personal: 'Bilden Sie es nicht aus Ihrer E-Mail-Adresse oder dem Namen dieses Dienstes.',
    },
  },
  account: {
    title: 'Konto',
    changePassword: 'Passwort ändern',
    currentPassword: 'Jetziges Passwort',
    newPassword: 'Neues Passwort',
    wrongPassword: 'Das ist nicht Ihr jetziges Passwort.',
    sessions: 'Sitzungen',
    sessionsEnd:
      'Eine Sitzung endet 12 Stunden nach ihrer letzten Benutzung, spätestens nach 30 Tagen.',
    browser: 'Browser',
    unknownBrowser: 'Unbekannter Browser',
    thisSession: 'diese Sitzung',
    signedIn: 'Angemeldet',
    lastSeen: 'Zuletzt benutzt',
    signOutEverywhere: 'Überall abmelden',
    signOutQuestion: 'In allen Browsern abmelden, auch in diesem?',
  },
};

import { plural } from './plural.ts';

/** Every sentence of the dashboard in English, by page. */
export const en = {
  layout: {
    skipToContent: 'Skip to content',
    navigation: 'Dashboard',
    signOut: 'Sign out',
    titleWithError: (title: string) => `Error: ${title}`,
  },
  navigation: {
    keys: 'Keys',
    users: 'Users',
    usage: 'Usage',
    calls: 'Calls',
    connect: 'Connect WordPress',
    owners: 'Owners',
    health: 'Health',
    settings: 'Settings',
    log: 'Log',
  },
  /** What is said after a form has done its work. */
  notices: {
    signedOut: 'You are signed out.',
    passwordChanged: 'Your password is changed. All other sessions have ended.',
    signedOutEverywhere: 'You are signed out everywhere.',
  },
  errors: {
    notFound: { title: 'Not found', text: 'There is nothing at this address.' },
    methodNotAllowed: { title: 'Not possible', text: 'This address does not take such requests.' },
    formRefused: {
      title: 'Not sent from here',
      text: 'This form was sent from another site, so nothing was changed. Open the page of the dashboard and send it from there.',
    },
    formExpired: {
      title: 'Not sent',
      text: 'This form belongs to another session, so nothing was changed. Go back, reload the page and send it again. The browser must allow cookies.',
    },
    formTooLarge: {
      title: 'Too large',
      text: 'This form is too large, so nothing was changed. Send at most 64 kB.',
    },
    badForm: { title: 'Not a form', text: 'This is not a form that the dashboard can read.' },
    setupGone: {
      title: 'This link no longer works',
      text: 'It has expired, was used, or was replaced by a newer one. Run “altscribe operator create” on the server for a new link.',
    },
    invitationGone: {
      title: 'This link no longer works',
      text: 'It has expired, was used, or was replaced by a newer one. If you have set a password, sign in. Otherwise ask who runs this service for a new invitation.',
    },
    tooManyRequests: {
      title: 'Too many tries',
      text: 'Too many links that do not work were opened from your network. Wait 15 minutes, then try again.',
    },
    internal: {
      title: 'Something went wrong',
      text: 'That is the fault of the service, not yours. Try again in a moment.',
    },
    goHome: 'Go to the dashboard',
    requestId: (id: string) => `Request ID, for who runs this service: ${id}`,
  },
  form: {
    sentTwice: 'This field was sent more than once. Send it once.',
    tooLong: plural('en', 'Use at most # character.', 'Use at most # characters.'),
    notText: 'Use text only, without control characters.',
    required: 'Fill in this field.',
    email: 'Enter an e-mail address, for example you@example.com.',
  },
  copy: { copy: 'Copy', copied: 'Copied' },
  pager: { label: 'Pages', newest: 'Newest', older: 'Older' },
  confirm: { cancel: 'Cancel' },
  time: { never: 'Never' },
  signIn: {
    title: 'Sign in',
    email: 'E-mail',
    password: 'Password',
    submit: 'Sign in',
    tooManyTries: plural(
      'en',
      'Too many tries. Wait # minute, then try again.',
      'Too many tries. Wait # minutes, then try again.',
    ),
    refused: 'E-mail or password is wrong.',
    forgotten: 'Forgotten your password? Ask who runs this service for a new invitation.',
  },
  setup: {
    title: 'Set up Altscribe',
    introduction: 'You become an operator of this service: you see all owners and its settings.',
  },
  invitation: {
    title: 'Welcome to Altscribe',
    introduction: 'Set a password to get into the dashboard, where you manage your API keys.',
  },
  password: {
    password: 'Password',
    description: 'At least 12 characters.',
    repeat: 'Repeat password',
    submit: 'Set password',
    notTheSame: 'The two passwords are not the same.',
    problems: {
      'too-short': 'Use at least 12 characters.',
      'too-long': 'Use at most 1,000 characters.',
      common: 'This is easily guessed. Use several words that do not belong together.',
      personal: 'Do not make it of your e-mail address or the name of this service.',
    },
  },
  account: {
    title: 'Account',
    changePassword: 'Change password',
    currentPassword: 'Current password',
    newPassword: 'New password',
    wrongPassword: 'This is not your current password.',
    sessions: 'Sessions',
    sessionsEnd: 'A session ends 12 hours after you last used it, and after 30 days at most.',
    browser: 'Browser',
    unknownBrowser: 'Unknown browser',
    thisSession: 'this session',
    signedIn: 'Signed in',
    lastSeen: 'Last used',
    signOutEverywhere: 'Sign out everywhere',
    signOutQuestion: 'Sign out in all browsers, this one included?',
  },
};

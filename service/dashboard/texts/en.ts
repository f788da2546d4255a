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
    internal: {
      title: 'Something went wrong',
      text: 'That is the fault of the service, not yours. Try again in a moment.',
    },
    requestId: (id: string) => `Request ID, for who runs this service: ${id}`,
  },
  form: {
    sentTwice: 'This field was sent more than once. Send it once.',
    tooLong: plural('en', 'Use at most # character.', 'Use at most # characters.'),
    notText: 'Use text only, without control characters.',
    required: 'Fill in this field.',
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
    refused: 'E-mail or password is wrong.',
    forgotten: 'Forgotten your password? Ask who runs this service for a new invitation.',
  },
  account: {
    title: 'Account',
  },
};

import { Secret, TOTP } from 'otpauth';
import type { Authenticator } from './authenticator.ts';
import { formTokenOf, goodPassword, type Visit, type Visitor } from './dashboard-visitor.ts';

/**
 * The code that an app shows some periods of half a minute from now. By default, the next one,
 * which is already accepted: the current code may have been used to set up the app, and may expire
 * before it arrives.
 */
export const codeOf = (secret: string, periods = 1) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: Date.now() + periods * 30_000,
  });

/** The value of a hidden field. */
export const hidden = ({ html }: Visit, name: string) =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';

/** The challenge in the form of a passkey. */
export function challengeOf({ html }: Visit): string {
  const [, options = '{}'] = /data-(?:create|request)="([^"]*)"/.exec(html) ?? [];
  return (JSON.parse(options.replaceAll('&quot;', '"')) as { challenge: string }).challenge;
}

/** Sets up an app for a visitor who is signed in. */
export async function setUpApp(visitor: Visitor) {
  const page = await visitor.get('/dashboard/account/app');
  const secret = hidden(page, 'secret');
  const fields = { form_token: formTokenOf(page), secret, current: goodPassword };
  const code = codeOf(secret, 0);
  const shown = await visitor.post('/dashboard/account/app', { ...fields, code });
  const [, list = ''] = /data-testid="recovery-codes">([^<]+)</.exec(shown.html) ?? [];
  return { secret, codes: list.trim().split('\n') };
}

/** Sends the form of the second step of a sign-in, with these changes. */
export function sendCode(
  visitor: Visitor,
  step: Visit,
  code: string,
  changes: Record<string, string> = {},
) {
  const names = ['form_token', 'email', 'ticket', 'next'];
  const fields = Object.fromEntries(names.map((name) => [name, hidden(step, name)]));
  return visitor.post('/dashboard/sign-in/code', { ...fields, code, ...changes });
}

/** Gives the password to add a passkey. Returns the page that asks the browser to create it. */
export function askForPasskey(visitor: Visitor, name = 'Laptop'): Promise<Visit> {
  const fields = { name, current: goodPassword };
  return visitor.submit('/dashboard/account/passkeys/new', fields);
}

/** Sends a new passkey. */
export async function sendNewPasskey(visitor: Visitor, credential: string, name = 'Laptop') {
  const form_token = formTokenOf(await visitor.get('/dashboard/account'));
  return visitor.post('/dashboard/account/passkeys', { form_token, name, credential });
}

/**
 * Adds a passkey to the account of a visitor who is signed in.
 * @param response replaces parts of what the browser sends
 */
export async function addPasskey(
  visitor: Visitor,
  device: Authenticator,
  response: Readonly<Record<string, unknown>> = {},
): Promise<Visit> {
  const challenge = challengeOf(await askForPasskey(visitor));
  return sendNewPasskey(visitor, device.create(challenge, response));
}

/** Sends a passkey from the sign-in page. */
export async function sendPasskey(visitor: Visitor, page: Visit, credential: string) {
  const fields = { form_token: formTokenOf(page), credential, next: '/dashboard' };
  return visitor.post('/dashboard/sign-in/passkey', fields);
}

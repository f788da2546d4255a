import { createHash } from 'node:crypto';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import * as z from 'zod';
import { credentialsOf } from '../storage/credentials.ts';
import type { Logins, Passkey, SecondFactor } from '../storage/interfaces/logins.ts';
import type { Authenticated } from './sessions.ts';

/** The dashboard as the relying party of passkeys. */
export interface Site {
  /** Such as `https://alt.example.com`. */
  readonly origin: string;
  /** Its domain name. */
  readonly id: string;
}

/** Loaded on demand, because loading it takes as long as the rest of the start. */
const library = () => import('@simplewebauthn/server');

const bytesOf = (base64url: string) => new Uint8Array(Buffer.from(base64url, 'base64url'));

/** What a browser needs to create a passkey. It is bound to the domain, and unlocked by its owner. */
export async function creationOptions(
  { id: rpID }: Site,
  userId: string,
  { passkeys }: SecondFactor,
  challenge: string,
) {
  const { generateRegistrationOptions } = await library();
  return generateRegistrationOptions({
    rpName: 'Altscribe',
    rpID,
    userName: userId,
    // Devices and their clouds store it, so it is not the address itself.
    userID: new Uint8Array(createHash('sha256').update(userId).digest()),
    challenge: bytesOf(challenge),
    excludeCredentials: passkeys.map(({ id }) => ({ id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/** What a browser needs to use a passkey of any user. */
export async function requestOptions({ id: rpID }: Site, challenge: string) {
  const { generateAuthenticationOptions } = await library();
  return generateAuthenticationOptions({
    rpID,
    challenge: bytesOf(challenge),
    userVerification: 'required',
  });
}

/** The parts that are read here; the library checks the rest. The id is in base64url. */
const credential = z.looseObject({
  id: z.string().regex(/^[\w-]{1,2000}$/),
  response: z.looseObject({}),
});

function parse(json: string): unknown {
  try {
    return credential.parse(JSON.parse(json));
  } catch {
    return undefined;
  }
}

/** The transports of WebAuthn Level 3, and one that older browsers send. */
const knownTransports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'];

/**
 * The transports of a passkey that are known. They come from the browser unsigned and are only hints,
 * so anything else is dropped, and no passkey is refused because of it.
 */
function listTransports(given: unknown): string[] {
  return Array.isArray(given) ? knownTransports.filter((one) => given.includes(one)) : [];
}

/** Whether a challenge of a response is one of ours. */
type Redeem = (challenge: string) => Promise<boolean>;

/**
 * Checks a new passkey.
 * @param json what the browser returned
 * @returns nothing if it is not valid
 */
export async function checkNewPasskey(
  json: string,
  site: Site,
  name: string,
  redeem: Redeem,
): Promise<Passkey | undefined> {
  const response = parse(json) as RegistrationResponseJSON | undefined;
  if (!response) return undefined;
  const { verifyRegistrationResponse } = await library();
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: redeem,
      expectedOrigin: site.origin,
      expectedRPID: site.id,
      requireUserVerification: true,
    });
    if (!verified) return undefined;
    const { id, publicKey, counter, transports: given } = registrationInfo.credential;
    const transports = listTransports(given);
    const key = Buffer.from(publicKey).toString('base64url');
    const created_at = new Date().toISOString();
    return { id, public_key: key, counter, transports, name, created_at };
  } catch {
    return undefined;
  }
}

/**
 * Checks the use of a passkey, and counts it.
 * @param json what the browser returned
 * @returns its user; nothing if it is not valid, or the user has no login
 */
export async function usePasskey(
  store: Pick<
    Logins,
    'findUserOfPasskey' | 'findLogin' | 'findSecondFactor' | 'changeSecondFactor'
  >,
  json: string,
  site: Site,
  redeem: Redeem,
): Promise<Authenticated | undefined> {
  const response = parse(json) as AuthenticationResponseJSON | undefined;
  const userId = response && (await store.findUserOfPasskey(response.id));
  if (userId === undefined) return undefined;
  const login = await store.findLogin(userId);
  const factor = await store.findSecondFactor(userId);
  const passkey = factor.passkeys.find(({ id }) => id === response?.id);
  if (!response || !login || !passkey) return undefined;
  const { verifyAuthenticationResponse } = await library();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: redeem,
      expectedOrigin: site.origin,
      expectedRPID: site.id,
      requireUserVerification: true,
      credential: {
        id: passkey.id,
        publicKey: bytesOf(passkey.public_key),
        counter: passkey.counter,
      },
    });
    if (!verified) return undefined;
    const { newCounter: counter } = authenticationInfo;
    if (counter !== passkey.counter) {
      await store.changeSecondFactor(userId, (before) => ({
        ...before,
        passkeys: before.passkeys.map((one) => (one.id === passkey.id ? { ...one, counter } : one)),
      }));
    }
    return { userId, credentials: credentialsOf(login, factor) };
  } catch {
    return undefined;
  }
}

import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** The passkey data that a browser sends, as JSON. */
interface Credential {
  readonly id: string;
  readonly response: Readonly<Record<string, unknown>>;
}

/** A device with one passkey, which verifies its user. */
export interface Authenticator {
  /**
   * Creates the passkey, as `navigator.credentials.create()`.
   * @param response replaces parts of the response
   */
  create(challenge: string, response?: Credential['response']): string;
  /** Uses the passkey, as `navigator.credentials.get()`. */
  use(challenge: string): string;
}

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest();

/** CBOR (RFC 8949): the beginning of a text or byte string. */
const text = (value: string) =>
  Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
const bytes = (value: Uint8Array) =>
  Buffer.concat([Buffer.from([0x59, value.length >> 8, value.length & 0xff]), value]);

/** Bits of authenticator data: the user is present and verified; a credential is included. */
const [verified, withCredential] = [0x05, 0x40];

/**
 * Makes a device, which answers as Web Authentication Level 3 defines it, without attestation.
 * @param origin of the dashboard: `http://localhost:3000`
 */
export function createAuthenticator(origin: string): Authenticator {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  // Both coordinates end it. Node.js 20 may never return from `sign` after an export as JWK.
  const point = publicKey.export({ format: 'der', type: 'spki' }).subarray(-64);
  const id = randomBytes(16);

  function answer(
    type: string,
    challenge: string,
    response: (hash: Buffer) => Credential['response'],
  ) {
    const client = JSON.stringify({ type, challenge, origin, crossOrigin: false });
    const credential = {
      id: base64url(id),
      rawId: base64url(id),
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON: base64url(Buffer.from(client)), ...response(sha256(client)) },
    };
    return JSON.stringify(credential);
  }

  function authenticatorData(flags: number): Buffer {
    const count = Buffer.alloc(4);
    return Buffer.concat([sha256(new URL(origin).hostname), Buffer.from([flags]), count]);
  }

  return {
    create: (challenge, response = {}) =>
      answer('webauthn.create', challenge, () => {
        // COSE (RFC 9053): an elliptic curve key for ES256.
        const key = Buffer.concat([
          Buffer.from('a5010203262001', 'hex'),
          Buffer.from('215820', 'hex'),
          point.subarray(0, 32),
          Buffer.from('225820', 'hex'),
          point.subarray(32),
        ]);
        const length = Buffer.from([0, id.length]);
        const data = Buffer.concat([
          authenticatorData(verified + withCredential),
          ...[Buffer.alloc(16), length, id, key],
        ]);
        const attestation = Buffer.concat([
          ...[Buffer.from([0xa3]), text('fmt'), text('none'), text('attStmt'), Buffer.from([0xa0])],
          ...[text('authData'), bytes(data)],
        ]);
        return { attestationObject: base64url(attestation), transports: ['internal'], ...response };
      }),
    use: (challenge) =>
      answer('webauthn.get', challenge, (clientHash) => {
        const data = authenticatorData(verified);
        const signature = sign('sha256', Buffer.concat([data, clientHash]), privateKey);
        return { authenticatorData: base64url(data), signature: base64url(signature) };
      }),
  };
}

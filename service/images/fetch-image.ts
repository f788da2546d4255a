import { lookup, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { Agent, buildConnector, request, type Dispatcher } from 'undici';
import { MemoryBudgetError, type MemoryLease } from '../concurrency/memory-budget.ts';
import { runWithTimeout, type Bounds } from '../concurrency/pending-tasks.ts';
import { decodeBody, EncodingError, listEncodings } from './content-encoding.ts';
import { formatSize, ImageError, type ImageProblem } from './image.ts';

/** Prefixes of IPv6 addresses that contain an IPv4 address, and its offset in the 16 bytes. */
const carriers: readonly (readonly [cidr: string, offset: number, mask: number])[] = [
  ['::/96', 12, 0], // IPv4-compatible, RFC 4291
  ['::ffff:0:0/96', 12, 0], // IPv4-mapped, RFC 4291
  ['::ffff:0:0:0/96', 12, 0], // IPv4-translated, RFC 2765
  ['64:ff9b::/96', 12, 0], // NAT64, RFC 6052
  ['2002::/16', 2, 0], // 6to4, RFC 3056
  ['2001::/32', 12, 0xff], // Teredo, RFC 4380: the client's address, inverted
];

/** Public addresses that clouds use for their own machines. */
const cloudInternal: ReadonlySet<string> = new Set([
  '168.63.129.16', // Azure's wire server
]);

/**
 * Whether an IP address is public unicast, so fetching from it cannot reach a private network. An
 * IPv6 address that contains an IPv4 address is judged by that.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed instanceof ipaddr.IPv4) return isPublicIPv4(parsed);
  for (const [cidr, offset, mask] of carriers) {
    if (parsed.match(ipaddr.IPv6.parseCIDR(cidr))) {
      const bytes = parsed.toByteArray().slice(offset, offset + 4);
      return isPublicIPv4(new ipaddr.IPv4(bytes.map((byte) => byte ^ mask)));
    }
  }
  // 2000::/3 is all global unicast space (RFC 4291); the rest is local, reserved or unassigned.
  return parsed.range() === 'unicast' && parsed.match(ipaddr.IPv6.parseCIDR('2000::/3'));
}

function isPublicIPv4(address: ipaddr.IPv4): boolean {
  return address.range() === 'unicast' && !cloudInternal.has(address.toString());
}

/** The connection would have gone to an address that isn't public. */
class PrivateAddressError extends Error {
  override readonly name = 'PrivateAddressError';
}

const connectTimeoutMs = 5_000;

/**
 * An HTTP agent that only connects to public addresses. It checks the resolved address of each
 * connection, so a name cannot resolve differently between the check and the connection (DNS
 * rebinding).
 */
export function guardedAgent(isAllowed: (address: string) => boolean = isPublicAddress): Agent {
  const connect = buildConnector({
    timeout: connectTimeoutMs,
    lookup: guardedLookup(isAllowed),
  });
  return new Agent({
    connect(options, callback) {
      const host = options.hostname.replace(/^\[|\]$/g, '');
      // An IP address in the URL itself is never looked up.
      if (isIP(host) !== 0 && !isAllowed(host)) {
        callback(new PrivateAddressError(), null);
      } else {
        connect(options, callback);
      }
    },
  });
}

function guardedLookup(isAllowed: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      if (error) return callback(error, []);
      const [first] = addresses;
      // One private address is enough to refuse: no honest name resolves to both kinds.
      if (!first || !addresses.every(({ address }) => isAllowed(address))) {
        return callback(new PrivateAddressError(), []);
      }
      if (options.all) return callback(null, addresses);
      callback(null, first.address, first.family);
    });
  };
}

interface FetchImageOptions {
  /** Decides which addresses may be connected to. */
  readonly dispatcher: Dispatcher;
  readonly maxBytes: number;
  /** Gets the size of the image before its bytes are read. */
  readonly lease: MemoryLease;
  readonly bounds: Bounds;
}

const timeoutMs = 10_000;
const maxRedirects = 3;
const maxUrlLength = 8_192;

/** The error code for a status of the image's server. */
const codes: Readonly<Record<number, ImageProblem>> = {
  401: 'image_forbidden',
  403: 'image_forbidden',
  404: 'image_not_found',
  410: 'image_not_found',
};

/**
 * Fetches the bytes of a public http or https URL.
 * @throws ImageError that says why it failed; MemoryBudgetError
 */
export async function fetchImage(
  imageUrl: string,
  { bounds, ...options }: FetchImageOptions,
): Promise<Buffer> {
  const ms = Math.min(timeoutMs, bounds.deadline - Date.now());
  try {
    return await runWithTimeout(
      (getSignal) => follow(parseUrl(imageUrl), { ...options, signal: getSignal() }),
      {
        ms,
        signal: bounds.signal,
        onStop: () => refused('image_timeout', 'The image server took too long to send the image.'),
      },
    );
  } catch (error) {
    throw toExpectedError(error);
  }
}

async function follow(
  url: URL,
  options: Omit<FetchImageOptions, 'bounds'> & { signal: AbortSignal },
  redirects = 0,
): Promise<Buffer> {
  const response = await request(url, {
    dispatcher: options.dispatcher,
    signal: options.signal,
    headers: { accept: 'image/*', 'accept-encoding': 'identity', 'user-agent': 'Altscribe' },
  });
  const [location] = [response.headers['location']].flat();
  const isRedirect = response.statusCode >= 300 && response.statusCode <= 399;
  if (!isRedirect || location === undefined) return readBody(response, options);
  discard(response);
  if (redirects === maxRedirects) {
    throw refused(
      'image_unavailable',
      `The image server redirects more than ${maxRedirects} times.`,
    );
  }
  return follow(parseUrl(escapeBytes(location), url), options, redirects + 1);
}

/** Escapes the bytes beyond ASCII in a header, which undici reads as Latin-1; they may be UTF-8. */
function escapeBytes(header: string): string {
  return header.replace(
    /[\x80-\xff]/g,
    (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function parseUrl(text: string, base?: URL): URL {
  const url = text.length <= maxUrlLength ? URL.parse(text, base?.href) : null;
  if (!url) throw badUrl('This is not a URL. Send image_url as a public http or https URL.');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw badUrl('Send an http or https URL as image_url.');
  }
  if (url.username || url.password) throw badUrl('Send image_url without user name and password.');
  return url;
}

async function readBody(
  response: Dispatcher.ResponseData,
  { maxBytes, lease }: Pick<FetchImageOptions, 'maxBytes' | 'lease'>,
): Promise<Buffer> {
  const { body, headers, statusCode } = response;
  try {
    if (statusCode < 200 || statusCode > 299) {
      const code = codes[statusCode] ?? 'image_unavailable';
      throw refused(code, `The image server returned status ${statusCode}.`);
    }
    const encodings = listEncodings(headers['content-encoding']);
    const stated = Math.min(Number(headers['content-length'] ?? maxBytes), maxBytes);
    lease.resize(encodings.length > 0 ? stated + maxBytes : stated);
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of body as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) throw tooLarge(maxBytes);
      chunks.push(chunk);
    }
    return await decode(Buffer.concat(chunks), encodings, maxBytes);
  } finally {
    discard(response);
  }
}

/** Undoes encodings that the server applied although it was asked not to. */
async function decode(body: Buffer, encodings: readonly string[], maxBytes: number) {
  try {
    return await decodeBody(body, encodings, maxBytes);
  } catch (error) {
    if (!(error instanceof EncodingError)) throw error;
    if (error.reason === 'too-large') throw tooLarge(maxBytes);
    const names = encodings.join(', ').slice(0, 40);
    throw refused(
      'image_unavailable',
      error.reason === 'damaged'
        ? `The image server sent damaged data (${names}).`
        : `The image server compresses the image (${names}), although it was asked not to.`,
    );
  }
}

/** Ends a body that wasn't read completely, and ignores the error that this raises. */
function discard({ body }: Dispatcher.ResponseData): void {
  body.on('error', () => undefined).destroy();
}

function toExpectedError(error: unknown): ImageError | MemoryBudgetError {
  if (error instanceof ImageError || error instanceof MemoryBudgetError) return error;
  if (error instanceof PrivateAddressError) {
    return refused(
      'image_private_address',
      'The image URL leads to a private address. Send a public URL, or use image_file.',
    );
  }
  return refused(
    'image_unavailable',
    'The image server could not be reached, or the connection was lost.',
  );
}

function tooLarge(maxBytes: number): ImageError {
  const message = `The image is too large. The limit is ${formatSize(maxBytes)}.`;
  return refused('image_too_large', message);
}

function badUrl(message: string): ImageError {
  return refused('image_url_invalid', message);
}

function refused(code: ImageProblem, message: string): ImageError {
  return new ImageError('image_url', code, message);
}

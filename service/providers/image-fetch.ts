import { randomUUID } from 'node:crypto';
import { Agent, setGlobalDispatcher } from 'undici';

/** Maximum size of a provider's response, in bytes; an alt text takes far less. */
const maxResponseBytes = 1024 * 1024;

/**
 * Limits every response to the built-in `fetch`, which both SDKs use. Gemini's SDK accepts no other
 * `fetch`, and an endless response would fill up the memory.
 */
export function limitResponses(): void {
  setGlobalDispatcher(new Agent({ maxResponseSize: maxResponseBytes }));
}

/** The images of the requests being sent, by placeholder. */
const images = new Map<string, Buffer>();

// The id is random, so no title or keyword can contain it.
const placeholders = /altscribe-image-[0-9a-f-]{36}/g;

/** An image that `imageFetch` inserts into requests at its placeholder, until this is disposed. */
export interface ImagePlaceholder extends Disposable {
  /** Put this where the image's base64 belongs. */
  readonly placeholder: string;
}

/**
 * Lets an SDK build its request without the image. Otherwise it would escape and encode the image's
 * base64 as part of the request's text. Sent as bytes, calls with images of 200 kB are a quarter
 * faster.
 */
export function createImagePlaceholder(image: Buffer): ImagePlaceholder {
  const placeholder = `altscribe-image-${randomUUID()}`;
  images.set(placeholder, image);
  return { placeholder, [Symbol.dispose]: () => void images.delete(placeholder) };
}

/** The built-in `fetch`, for SDKs. It replaces the placeholder by the image. */
export const imageFetch: typeof fetch = (input, init) =>
  fetch(input, typeof init?.body === 'string' ? { ...init, body: withImage(init.body) } : init);

function withImage(text: string): string | Blob {
  for (const { 0: placeholder, index } of text.matchAll(placeholders)) {
    const image = images.get(placeholder);
    if (!image) continue;
    const base64 = Buffer.from(image.toString('base64'), 'latin1');
    return new Blob([text.slice(0, index), base64, text.slice(index + placeholder.length)]);
  }
  return text;
}

/** The bytes are not a picture that can be used. The message says why and what would be right. */
export declare class UnusablePictureError extends Error {
  readonly name = 'UnusablePictureError';
}
/**
 * Refuses bytes that do not begin like a picture, which takes no decoding.
 * @throws UnusablePictureError
 */
export declare function requirePicture(bytes: Buffer): Promise<void>;
/**
 * Makes a picture fit for a provider: first frame, upright, on white, sRGB, longest side at most
 * 1,024 px, JPEG, without any metadata. One that is so already is returned as it is.
 * @throws UnusablePictureError
 */
export declare function normalise(bytes: Buffer): Promise<Buffer>;

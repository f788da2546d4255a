/**
 * Whether a picture is fit for a provider as it is: a whole JPEG of three components and at most
 * `maxSide` pixels, of usual size, without metadata. All that a decoder needs is there and in bounds;
 * EXIF, XMP, IPTC, colour profiles, comments, thumbnails and makers' own data are not, and nothing
 * follows the end of the image. Such a picture is not decoded and compressed a second time.
 */
export declare function isCleanJpeg(bytes: Buffer, maxSide: number): boolean;

/**
 * The bytes of a data URI `data:image/<type>;base64,<data>`, at most `maxBytes` of them. Line breaks
 * and percent-encoding in the data are accepted. The string is long: nothing here walks through it
 * in JavaScript.
 * @throws PictureError
 */
export declare function parseDataUri(uri: string, maxBytes: number): Buffer;

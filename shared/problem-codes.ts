/**
 * The problems that a request can have, for programs. Codes are stable: a new version may add some,
 * and never changes one. docs/errors.md lists them; a test compares the two.
 */
export const problemCodes = {
  body_not_json: 'the body is not JSON, or `Content-Type` does not say that it is',
  body_not_an_object: 'the JSON is not an object',
  body_too_complex: 'the JSON has many thousands of values',
  request_too_large: 'the body is larger than any accepted image',
  content_encoding_unsupported: 'the body is compressed',
  request_malformed:
    'the request is not valid HTTP, does not arrive in time, or its headers are too large',
  wrong_type: 'the field has the wrong type',
  too_long: 'the text in the field is too long',
  wrong_value: 'the value is none of those that the field accepts',
  user_id_invalid: '`user_id` is not an e-mail address',
  image_missing: 'neither `image_url` nor `image_file`',
  image_url_invalid: '`image_url` is not an http or https URL, or contains a password',
  image_private_address: '`image_url` points into a private network',
  image_not_found: 'the image server returns 404 or 410',
  image_forbidden: 'the image server returns 401 or 403',
  image_unavailable: 'the image server cannot be reached, fails, or redirects too often',
  image_timeout: 'the image server takes too long',
  image_file_invalid: '`image_file` is not a data URI with base64 data',
  image_too_large: 'the image has too many bytes',
  image_too_many_pixels: 'the image has too many pixels',
  image_type_unsupported: 'it is not an image, or its type is not supported',
  image_undecodable:
    'the image is damaged or of an unusual kind, takes too long to decode, or is an SVG that cannot be drawn',
  image_rejected: 'no AI model could read the image',
  idempotency_key_invalid: '`Idempotency-Key` is malformed',
  idempotency_key_reused: '`Idempotency-Key` was used with another request',
} as const;

export type ProblemCode = keyof typeof problemCodes;

/**
 * What can be wrong with a request, for programs. Codes are stable: a new version may add some, and
 * changes none. docs/errors.md lists them; a test compares the two.
 */
export const problemCodes = {
  body_not_json: 'the body is not JSON, or `Content-Type` does not say that it is',
  body_not_an_object: 'the JSON is not an object',
  request_too_large: 'the body is larger than any image that is taken',
  content_encoding_unsupported: 'the body is compressed',
  request_malformed:
    'the request is no proper HTTP, does not arrive in time, or has headers that are too large',
  wrong_type: 'the field has the wrong type',
  too_long: 'the text in the field is too long',
  wrong_value: 'the field takes one of a few values, and this is none of them',
  user_id_invalid: '`user_id` is not an e-mail address',
  image_missing: 'neither `image_url` nor `image_file`',
  image_url_invalid: '`image_url` is not an http or https URL, or holds a password',
  image_private_address: '`image_url` leads into a private network',
  image_not_found: 'the server of the image says 404 or 410',
  image_forbidden: 'the server of the image says 401 or 403',
  image_unavailable:
    'the server of the image cannot be reached, fails, or redirects again and again',
  image_timeout: 'the server of the image takes too long',
  image_file_invalid: '`image_file` is not a data URI with base64 data',
  image_too_large: 'the image has too many bytes',
  image_too_many_pixels: 'the image has too many pixels',
  image_type_unsupported: 'it is no image, or of a type that is not taken',
  image_undecodable:
    'the image is damaged, takes too long to decode, or is an SVG of too many effects or too much memory',
  image_rejected: 'no AI model could read the image',
  idempotency_key_invalid: '`Idempotency-Key` is malformed',
  idempotency_key_reused: '`Idempotency-Key` was used with another request',
} as const;

export type ProblemCode = keyof typeof problemCodes;

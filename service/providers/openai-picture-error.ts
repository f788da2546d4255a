import type { APIError } from 'openai';

/** Codes of OpenAI for a picture that it got and cannot read (`ResponseError` of its SDK). */
const codes: ReadonlySet<unknown> = new Set([
  'invalid_image',
  'invalid_image_format',
  'invalid_base64_image',
  'invalid_image_mode',
  'image_parse_error',
  'image_too_large',
  'image_too_small',
  'image_file_too_large',
  'unsupported_image',
  'unsupported_image_media_type',
  'empty_image_file',
]);

/** What servers say that have no such code: OpenAI's own at times, vLLM, llama.cpp. */
const texts = /unsupported image\.|cannot identify image file|failed to (?:load|decode) image/i;

/** Whether a refused request (4xx) was refused because the server cannot read the picture. */
export function isAboutPicture({ code, message }: Pick<APIError, 'code' | 'message'>): boolean {
  return codes.has(code) || texts.test(message);
}

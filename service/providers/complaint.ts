/** What servers say about a failure, and what that means for us. The same words come through every gateway. */

import { withoutContext } from './adapt-form.ts';
import { isAboutMissingModel, kindOfNotFound, kindOfStatus, type FailureKind } from './provider.ts';

/** What a server says about a failure. */
export interface Complaint {
  readonly status: number;
  /** The server's own code, which may be anything. */
  readonly code?: unknown;
  /** Its message; nothing if it has none in the form of the API, such as a web page. */
  readonly message: string | undefined;
  /** Everything it says, as JSON: gateways quote the error of another server there. */
  readonly details?: string | undefined;
}

/** What is known about the call that failed. */
interface AboutCall {
  /** Whether the operator has configured the address. */
  readonly isOwnAddress: boolean;
  /** The page's own words, which a message may quote. */
  readonly context: string;
  readonly apiKey: string;
}

/** How much of a complaint is read, in UTF-16 code units. */
const maxLength = 10_000;

/** Codes for a model that does not exist: OpenAI (with 403 or 404), Groq, Mistral. */
const modelCodes: ReadonlySet<unknown> = new Set([
  'model_not_found',
  'model_decommissioned',
  'invalid_model',
]);

/** OpenAI's codes for an image that it cannot read (`ResponseError` of its SDK). */
const imageCodes: ReadonlySet<unknown> = new Set([
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

/** The words of servers without such a code: vLLM, llama.cpp, Gemini, sometimes OpenAI's own. */
const aboutImage =
  /unsupported image\.|cannot identify image file|failed to (?:load|decode) image|(?:unable to|could not) process (?:input )?image|provided image is not valid/i;

/** Codes and words of content filters: Azure, OpenAI, OpenRouter, Portkey, DashScope, Zhipu, Google. */
const aboutFilter = anyOf([
  /\bcontent[_ ]?filter(?:ed)?\b|content[_ ]?policy[_ ]?violation|content management policy/,
  /responsible ?ai ?(?:policy ?violation|practices)|data_?inspection_?failed|prohibited[_ ]content/,
  /contains? (?:inappropriate|sensitive|prohibited) content/,
  /\b(?:prompt|input|image|request|response)\b[^.]{0,80}\b(?:usage|content|safety) polic(?:y|ies)/,
  /(?:input|prompt|request) was flagged|(?:not allowed|rejected)[^.]{0,40} by our safety system/,
  /guardrail (?:checks failed|intervened|policy)|不安全或敏感内容/,
]);

const image = String.raw`(?<![-\w/.])(?:images?|pictures?|vision|visual|multi-?modal)\b`;

/** Words for one image, or for a kind of images: a server that says them does take images. */
const butSome = String.raw`(?![ -]*(?:urls?|formats?|types?|files?|sizes?|data|larger|bigger|over|above|with|of|in)\b)`;

/** How model servers say that the server or the model takes no images. */
const aboutNoImages = anyOf([
  new RegExp(
    String.raw`(?:not|n['’]t|cannot) (?:currently )?(?:support|accept|take|have)(?: any)? ${image}${butSome}`,
  ),
  new RegExp(String.raw`can(?:not|['’]t) (?:process|handle|read|see) images\b${butSome}`),
  new RegExp(
    String.raw`(?<!\b(?:gif|webp|svg|avif|tiff?|animated|multiple|large|these) )(?!image\b(?! (?:input|content|part|modal)))${image}(?: (?:inputs?|content|parts?|modality)){0,2}(?: (?:is|are))? ?(?:not|n['’]t) (?:currently )?(?:supported|enabled|available|allowed|accepted)`,
  ),
  /\bimage_url\b\W{0,3}(?:is|are) (?:not|only) supported|unknown variant .{0,2}image_url|unsupported content type\W{0,3}image/,
  /no endpoints found that support (?:image|[^.]{0,30}input modalit)|missing data required for image input/,
  /(?:not a|non-) ?(?:vision|multi-?modal)\b|text-only model|\bmmproj\b|\b(?:no|lacks|without) (?:vision|image|multi-?modal) support/,
  /only ['"`]?text['"`]? content|(?:only supports?|supports? only|only accepts?) text\b|(?:allowed values: \[?|should be )['"]text['"]/,
  /(?:\bcontent\b|invalid type: sequence).{0,60}\b(?:must be|expected|should be) a (?:valid )?string|chatcompletionrequestcontent\b/,
  /不支持(?:图片|图像|视觉|多模态)(?!格式|大小|尺寸|类型)/,
]);

/** One case-insensitive pattern without groups. */
function anyOf(patterns: readonly RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join('|'), 'i');
}

/** What a complaint means, and the server's own words if only people can help. */
export function readComplaint(
  { status, code, message, details = '' }: Complaint,
  { isOwnAddress, context, apiKey }: AboutCall,
): { kind: FailureKind; hint?: string } {
  // A backslash before each character, at most.
  const quoted = details.slice(0, 2 * maxLength).replaceAll('\\', '');
  const said = withoutSecrets(`${message ?? ''}\n${quoted}`, apiKey);
  const find = (pattern: RegExp) =>
    pattern.test(said) ? withoutContext(said, pattern, context) : '';
  const says = (pattern: RegExp) => pattern.test(find(pattern));

  if (modelCodes.has(code)) return { kind: 'model' };
  const kind = kindOfStatus(status);
  if (kind === 'rate-limit' || status === 401) return { kind };
  if (says(aboutFilter)) return { kind: 'refusal' };
  const isModel = isAboutMissingModel(message ?? '');
  if (!isModel && says(aboutNoImages)) {
    return { kind: 'no-images', hint: hintIn(find(aboutNoImages), context) };
  }
  if (status === 404) return { kind: kindOfNotFound(message, isOwnAddress) };
  if (kind !== 'request') return { kind };
  if (imageCodes.has(code) || says(aboutImage)) return { kind: 'image' };
  if (status !== 400) return { kind };
  if (isModel) return { kind: 'model' };
  return { kind: says(/api key/i) ? 'authentication' : kind };
}

/** An error in the form of the API, in which any part may be missing, or be something else. */
export interface ApiComplaint {
  readonly message?: unknown;
  readonly code?: unknown;
  readonly type?: unknown;
  readonly status?: unknown;
  readonly details?: unknown;
}

/** The error in a body: in the envelope of the API, without it, as a string, or in a list. */
export function findError(body: unknown): ApiComplaint | undefined {
  const [first] = [body].flat() as [Record<string, unknown> | null | undefined];
  if (typeof first !== 'object' || first === null) return undefined;
  const error = asError(first['error']);
  if (error || 'choices' in first) return error;
  return asError({ ...first, message: first['message'] ?? first['detail'] ?? first['msg'] });
}

/** Nothing if a server fills the field although there is no error. */
export function asError(error: unknown): ApiComplaint | undefined {
  if (typeof error === 'string') return error.trim() ? { message: error } : undefined;
  if (typeof error !== 'object' || error === null) return undefined;
  const complaint: ApiComplaint = error;
  const isSaid = typeof complaint.message === 'string' && complaint.message.trim() !== '';
  return isSaid || (complaint.code ?? '') !== '' ? complaint : undefined;
}

/** The status that the error of an answer of status 200 would have had. */
export function statusOf({ status, code, type }: ApiComplaint): number {
  const known = [code, status].map(Number).find((one) => one >= 400 && one < 600);
  const words = `${String(code)} ${String(type)} ${String(status)}`;
  return known ?? (/rate_?limit|quota|exhausted|too_many/i.test(words) ? 429 : 500);
}

/** Without keys, addresses and paths. Before anything is cut: a part of a key would not be recognised. */
function withoutSecrets(said: string, apiKey: string): string {
  const read = said.slice(0, maxLength).replace(/[^\S\n]+/g, ' ');
  // A server without a key gets a word in its place.
  const own = apiKey.length < 8 ? read : read.replaceAll(apiKey, '…');
  return withoutPaths(own.replace(/\w{1,20}:\/\/\S+|\b(?:sk-|AIza)\S+/g, '…'));
}

/** Longest hint, and how much of it comes before what it is about, in UTF-16 code units. */
const maxHintLength = 200;
const maxBefore = 80;

/**
 * The words of a server about images, in one line, without those of the page. They are for operators:
 * they go to the log, the dashboard and alerts.
 */
function hintIn(said: string, context: string): string {
  const match = aboutNoImages.exec(said)?.[0] ?? '';
  const at = said.indexOf(match);
  const before = /[^\n{}":]*$/.exec(said.slice(Math.max(0, at - maxBefore), at))?.[0] ?? '';
  const rest = said.slice(at + match.length, at + match.length + maxHintLength);
  const after = /^[^\n{}"]*/.exec(rest)?.[0] ?? '';
  const ownWords = (words: string) =>
    words
      .split(/([:;,|…])/)
      .filter((part) => part.trim().length < 4 || !context.includes(part.trim()))
      .join('');
  return (
    `${ownWords(before)}${match}${ownWords(after)}`
      // Another place each time, but the same failure.
      .replace(/ at line \d+ column \d+/, '')
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .slice(0, maxHintLength)
      .trim()
      .toWellFormed()
  );
}

/** A message without paths of files. */
export function withoutPaths(message: string): string {
  return message.replace(/(?:file:\/\/)?(?:\/[^\s/'"]+){2,}/g, '…');
}

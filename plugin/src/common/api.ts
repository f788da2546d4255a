import apiFetch from '@wordpress/api-fetch';
import { readApiError, type ApiError } from './api-error.ts';
import type { Finding } from './findings.ts';
import type { SentSurroundings } from './image-context.ts';

/**
 * The REST routes of the plugin (namespace `altscribe/v1`), and one of WordPress. The routes of the
 * queue are in `batches-api.ts`. No other file calls `apiFetch`.
 */

/** An answer or an error; these functions never reject. */
export type Result<Value> = { ok: true; value: Value } | { ok: false; error: ApiError };

export interface Account {
  planType: string;
  creditsAvailable: number;
  /** A message that no credits are left; null while there are some. */
  creditsError: ApiError | null;
}

/** One of `attachment_id` and `image_url` is needed. */
export interface GenerateRequest {
  post_id: number;
  attachment_id?: number;
  image_url?: string;
  title?: string;
  seo_keywords?: string;
  surroundings?: SentSurroundings;
  /** The author's note about the image; at most 200 characters. */
  hint?: string;
  /** Language code; the language of the post by default. */
  language?: string;
  /** By default the usual length: about 125 characters. */
  text_length?: 'short' | 'detailed' | 'long';
  /** Where the image is in the post, as suggestions are stored, and its current text. */
  place?: string;
  previous_text?: string;
  /** The service must not answer from its cache. */
  regenerate?: boolean;
}

export interface GeneratedAltText {
  altText: string;
  /** The type of image that the model recognized; null if the service did not report one. */
  purpose: 'informative' | 'functional' | 'decorative' | 'complex' | null;
  /** The text was in the service's cache, so it cost no credit. */
  isFromCache: boolean;
  /** The model, and the version of the service's instructions; '' if unknown. */
  model: string;
  prompt: string;
  /** The site holds the text as this suggestion until a user decides; 0 if it may be written. */
  suggestionId: number;
  /** Of a long description: its block as HTML. */
  details?: string;
  /** The findings for a pending text for an image of the media library. */
  findings?: Finding[];
  account: Account;
}

/** To the post, to the media library, or to both. */
export type WriteTo = 'block' | 'library' | 'both';

/** A constant in wp-config.php, or the network of sites. */
export type SettingLock = 'constant' | 'network' | false;

/** How the site writes in a language. */
export interface StyleEntry {
  /** Code of a language; '' for all without an entry. */
  language: string;
  how: string;
  /** Lines such as "e-bike → pedelec": the word to use, and the one to avoid. */
  glossary: string;
}

/** `api_key` is masked: `••••1234`, or empty if there is none. */
export interface Settings {
  service_url: string;
  api_key: string;
  user_id: string;
  /** Empty means the language of the site. */
  language: string;
  /** Where to save new texts. */
  write_to: WriteTo;
  /** New texts are held until a user applies them. */
  review_new_texts: boolean;
  /** Uploaded images are queued for a text. */
  generate_on_upload: boolean;
  /** Also uploads without a user, from visitors and scheduled imports. */
  visitor_uploads: boolean;
  /** Names of the roles that must settle the images of a post before publishing it. */
  lock_publishing_roles: string[];
  /** They must also have read the generated texts. */
  lock_until_read: boolean;
  /** The names of people in the metadata of files are context for the AI. */
  send_names: boolean;
  /** How the site writes. */
  style: StyleEntry[];
  /** Only administrators and the roles in `generate_roles` may generate. */
  limit_roles: boolean;
  generate_roles: string[];
  /** Credits that the site may use a day; 0 for no limit. */
  daily_credit_limit: number;
  /** The balance at which a notice says that credits are running low; 0 for never. */
  low_credits_at: number;
  /** Scheme, host and port that the API key was entered for; empty if there is none. */
  api_key_origin: string;
  /** The source of a field that this site cannot change. */
  locked: Record<'service_url' | 'api_key' | 'user_id' | 'language', SettingLock>;
  /** Fields that use the network's value and can be overridden. */
  network: string[];
}

/** The settings to save or test. Omitted fields keep their value. */
export type SettingsChange = Partial<Omit<Settings, 'api_key_origin' | 'locked' | 'network'>>;

/** A file in the media library. */
export interface Media {
  id: number;
  url: string;
}

interface GeneratedJson {
  alt_text: string;
  doubts?: string[];
  purpose: GeneratedAltText['purpose'];
  is_from_cache: boolean;
  model?: string;
  prompt?: string;
  suggestion_id?: number;
  details?: string;
  findings?: Finding[];
}

interface AccountJson {
  plan_type: string;
  credits_available: number;
  /** The JSON of a WP_Error. */
  credits_error: unknown;
}

export function generateAltText(asked: GenerateRequest): Promise<Result<GeneratedAltText>> {
  return requestText('generate', asked, toGenerated);
}

/**
 * Requests a text for an image in the media library. The context is that of `post_id`, or else of
 * the posts that show the image. Writes nothing.
 */
export function generateForAttachment(
  attachmentId: number,
  asked: Partial<Omit<GenerateRequest, 'attachment_id' | 'image_url'>> = {},
): Promise<Result<GeneratedAltText>> {
  return requestText(`attachments/${String(attachmentId)}/generate`, asked, toGenerated);
}

/** The ids of requests for a text that have no answer yet, or whose answer was lost. */
const unanswered = new Map<string, string>();

/**
 * Sends a request for a text. If its answer is lost, the same request reuses its id, so it is only paid
 * for once.
 */
export async function requestText<Value>(
  route: string,
  data: object,
  read: (json: unknown) => Value,
): Promise<Result<Value>> {
  const key = JSON.stringify([route, data]);
  const id = unanswered.get(key) ?? crypto.getRandomValues(new Uint32Array(4)).join('-');
  unanswered.set(key, id);
  const result = await request(route, { ...data, request_id: id }, read);
  if (result.ok || /^(altscribe|rest)_/.test(result.error.code)) {
    unanswered.delete(key);
  }
  return result;
}

/** An image that visitors see in a post. */
export interface RenderedImage {
  src: string;
  /** Empty if it has none. */
  alt: string;
  /** Of the attachment; 0 if it is not known. */
  id: number;
  /**
   * Names of the blocks that contain it, and shortcodes such as `[gallery]`, outermost first; none
   * if a plugin or the theme adds it.
   */
  places: string[];
  /** It is in the saved HTML of the innermost block instead of being generated when the page is shown. */
  in_html: boolean;
}

export interface RenderedImages {
  images: RenderedImage[];
  /**
   * The inactive plugins of blocks, by the namespace of the block, for users who may
   * activate them at this `url`.
   */
  plugins: Partial<Record<string, { name: string; url: string }>>;
}

/** Reads the account. For users who may edit this post; without one, for administrators. */
export function fetchAccount(postId?: number): Promise<Result<Account>> {
  const query = postId === undefined ? '' : `?post_id=${String(postId)}`;
  return request(`account${query}`, undefined, toAccount);
}

/** Reads the account with these settings instead of the saved ones. For administrators. */
export function testConnection(values: SettingsChange): Promise<Result<Account>> {
  return request('account', values, toAccount);
}

export function fetchSettings(): Promise<Result<Settings>> {
  return request('settings', undefined, (json) => json as Settings);
}

/**
 * @param change       The settings to save.
 * @param keepsWorking Fails with `altscribe_connection_lost` if the new connection does not work and the
 *                     stored one does.
 */
export function saveSettings(
  change: SettingsChange,
  keepsWorking: boolean,
): Promise<Result<Settings>> {
  return request('settings', { ...change, keep_working: keepsWorking }, (json) => json as Settings);
}

/**
 * Makes WordPress's route for an attachment store our texts exactly as written: it removes tags, backslashes and `%af`
 * from all others. WordPress sends the request when it saves the attachment.
 */
export function sendExactTexts(isOurs: (id: number, text: string) => boolean): void {
  apiFetch.use((options, next) => {
    const [, id] = /^\/wp\/v2\/media\/(\d+)(?:\?|$)/.exec(options.path ?? '') ?? [];
    const data = options.data as { alt_text?: unknown } | undefined;
    const isExact = typeof data?.alt_text === 'string' && isOurs(Number(id), data.alt_text);
    return next(isExact ? { ...options, data: { ...data, altscribe_exact_text: true } } : options);
  });
}

/** Sends a request to a route of the plugin: POST with data, else GET. */
export function request<Value>(
  route: string,
  data: object | undefined,
  read: (json: unknown) => Value,
): Promise<Result<Value>> {
  return send(`/altscribe/v1/${route}`, data, read);
}

/** `read` does not validate the JSON, because routes of the plugin and of WordPress send it. */
export async function send<Value>(
  path: string,
  data: object | undefined,
  read: (json: unknown) => Value,
): Promise<Result<Value>> {
  try {
    const json = await apiFetch<unknown>({ path, method: data ? 'POST' : 'GET', data });
    return { ok: true, value: read(json) };
  } catch (error) {
    return { ok: false, error: readApiError(error) };
  }
}

/**
 * One page of a list, and the number of entries in the whole list. `reading`: how much of the site was read to find
 * them, in percent; null if all was.
 */
export async function requestPage<Entry>(
  route: string,
  read: (json: unknown) => Entry[],
): Promise<Result<{ items: Entry[]; total: number; reading: number | null }>> {
  try {
    const response = await apiFetch<unknown, false>({
      path: `/altscribe/v1/${route}`,
      parse: false,
    });
    const total = Number(response.headers.get('X-WP-Total'));
    const percent = response.headers.get('X-Altscribe-Reading');
    const reading = percent === null ? null : Number(percent);
    return { ok: true, value: { items: read(await response.json()), total, reading } };
  } catch (error) {
    const json: unknown =
      error instanceof Response ? await error.json().catch((broken: unknown) => broken) : error;
    return { ok: false, error: readApiError(json) };
  }
}

const doubts = new Map<string, readonly string[]>();

/** Remembers the quotations from a generated text that a second model could not confirm. */
export function noteDoubts(text: string, found: readonly string[] | undefined): void {
  if (found?.length) {
    doubts.set(text, found);
  }
}

/** The doubts about a generated text; undefined if there are none. */
export function doubtsOf(text: string): readonly string[] | undefined {
  return doubts.get(text);
}

function toGenerated(json: unknown): GeneratedAltText {
  const {
    alt_text,
    purpose,
    is_from_cache,
    model = '',
    prompt = '',
    details,
    findings,
  } = json as GeneratedJson;
  noteDoubts(alt_text, (json as GeneratedJson).doubts);
  return {
    altText: alt_text,
    purpose,
    isFromCache: is_from_cache,
    model,
    prompt,
    suggestionId: (json as GeneratedJson).suggestion_id ?? 0,
    ...(details && { details }),
    ...(findings && { findings }),
    account: toAccount(json),
  };
}

function toAccount(json: unknown): Account {
  const { plan_type, credits_available, credits_error } = json as AccountJson;
  return {
    planType: plan_type,
    creditsAvailable: credits_available,
    creditsError: credits_error ? readApiError(credits_error) : null,
  };
}

import type { ApiError } from '../api-error.ts';
import { request, type Result } from '../api.ts';

/** The routes for posts that show an image of the media library without alt text. */

/** A post that shows the image. */
export interface UsingPost {
  readonly id: number;
  readonly title: string;
  /** Translated, such as "Page". */
  readonly type: string;
  /** Translated, such as "Draft". */
  readonly status: string;
  readonly edit_link: string;
  /**
   * How often it shows the image without alt text; in a filled post, how many images were filled.
   */
  readonly images: number;
  /** Why it cannot be filled, as a sentence; null if it can. */
  readonly message: string | null;
}

/** A term, a widget or a setting that shows the image. */
export interface OtherUse {
  readonly title: string;
  /** '' if the user may not edit it. */
  readonly edit_link: string;
  /** Why no text can be filled in, as a sentence. */
  readonly message: string;
}

export interface UsingPosts {
  readonly posts: readonly UsingPost[];
  /** Start of the next page; null at the end. */
  readonly next: number | null;
  /** Posts that the image's text was filled into; only on the first page. */
  readonly filled: readonly UsingPost[];
  /** Only on the first page. */
  readonly others: readonly OtherUse[];
  /** How much of the site was read, in percent; null if all was, so nothing is missing. */
  readonly reading: number | null;
}

/** The result for one post. */
export interface FillResult {
  readonly id: number;
  /** How many of its images changed. */
  readonly images: number;
  /** Why none changed, as a code such as `locked` or `nothing_to_change`. */
  readonly reason: string | null;
  /** The same as a sentence. */
  readonly message: string | null;
}

/** The results for several posts. */
export interface FillOutcome {
  results: FillResult[];
  /** Why some posts have no result. */
  error: ApiError | null;
}

/** Maximum number of posts in one request. */
const limit = 100;

/** Lists posts, newest first. `before`: the `next` of the previous page, or 0. */
export function fetchPosts(attachmentId: number, before: number): Promise<Result<UsingPosts>> {
  const route = `attachments/${String(attachmentId)}/posts?before=${String(before)}`;
  return request(route, undefined, (json) => json as UsingPosts);
}

/** Writes the image's text from the media library into posts. */
export function fillPosts(attachmentId: number, ids: readonly number[]) {
  return send(attachmentId, 'fill', ids);
}

/** Undoes that, unless the text has changed since. */
export function unfillPosts(attachmentId: number, ids: readonly number[]) {
  return send(attachmentId, 'unfill', ids);
}

/** Each request processes as many posts as there is time for. */
async function send(
  attachmentId: number,
  name: 'fill' | 'unfill',
  ids: readonly number[],
): Promise<FillOutcome> {
  const results = new Map<number, FillResult>();
  for (;;) {
    const left = ids.filter((id) => !results.has(id));
    if (left.length === 0) {
      return { results: [...results.values()], error: null };
    }
    const data = { post_ids: left.slice(0, limit) };
    const route = `attachments/${String(attachmentId)}/${name}`;
    const sent = await request(route, data, (json) => json as FillResult[]);
    if (!sent.ok) {
      return { results: [...results.values()], error: sent.error };
    }
    for (const result of sent.value) {
      results.set(result.id, result);
    }
  }
}

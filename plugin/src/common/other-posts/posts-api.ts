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
  /** How often it shows the image without alt text. */
  readonly images: number;
  /** Why it cannot be filled, as a sentence; null if it can. */
  readonly message: string | null;
}

export interface UsingPosts {
  readonly posts: readonly UsingPost[];
  /** Where more of them begin; null at the end. */
  readonly next: number | null;
}

/** What became of one post. */
export interface FillResult {
  readonly id: number;
  /** How many of its images changed. */
  readonly images: number;
  /** Why none did, as a sentence. */
  readonly message: string | null;
}

/** Posts at most in one request. */
const limit = 100;

/** Lists posts, the newest first. `before`: the `next` of the page before, or 0. */
export function fetchPosts(attachmentId: number, before: number): Promise<Result<UsingPosts>> {
  const route = `attachments/${String(attachmentId)}/posts?before=${String(before)}`;
  return request(route, undefined, (json) => json as UsingPosts);
}

/** Writes the image's text of the media library into posts. */
export function fillPosts(attachmentId: number, ids: readonly number[]) {
  return send(attachmentId, 'fill', ids);
}

/** Takes that back, where the text still stands as it was written. */
export function unfillPosts(attachmentId: number, ids: readonly number[]) {
  return send(attachmentId, 'unfill', ids);
}

async function send(
  attachmentId: number,
  name: 'fill' | 'unfill',
  ids: readonly number[],
): Promise<Result<FillResult[]>> {
  const results: FillResult[] = [];
  for (let start = 0; start < ids.length; start += limit) {
    const data = { post_ids: ids.slice(start, start + limit) };
    const route = `attachments/${String(attachmentId)}/${name}`;
    const sent = await request(route, data, (json) => json as FillResult[]);
    if (!sent.ok) {
      return start === 0 ? sent : { ok: true, value: results };
    }
    results.push(...sent.value);
  }
  return { ok: true, value: results };
}

import { request, requestText, requestPage, type Result } from './api.ts';
import type { Finding } from './findings.ts';

/** The REST routes of suggested alt texts, which the site stores until a user decides. */

/** The decision, or `pending`; `live`: the text is unread but already used. */
export type SuggestionState =
  | 'pending'
  | 'live'
  | 'accepted'
  | 'edited'
  | 'decorative'
  | 'rejected';

export type Decision = 'accept' | 'decorative' | 'reject';

export interface SuggestionItem {
  id: number;
  state: SuggestionState;
  /** The text is already used but unread. Absent means false. */
  is_live?: boolean;
  /** 0: the image is not in the media library. */
  attachment_id: number;
  /** 0: a suggestion for the image in the media library. */
  post_id: number;
  /** Where in the post the image is; '' for the library and the featured image. */
  place: string;
  /** `thumbnail` and `url` may be '' if the file is gone. */
  image: { url: string; thumbnail: string; file: string; width: number; height: number };
  /** For the library: the newest post that shows the image. */
  post: { title: string; edit_url: string; view_url: string } | null;
  /** It is the image with this number of so many images in its post; null for the library. */
  number: number | null;
  total: number | null;
  /** Plain text around the image; '' if there is none. */
  surroundings: { heading: string; before: string; caption: string; after: string };
  /** The text that the suggestion would replace. */
  current_text: string;
  /** The text that the image had when it was suggested, before the decision, or before a live text. */
  previous_text: string;
  /** The suggested text; '' if the model declined or took the image for decorative. */
  text: string;
  purpose: 'informative' | 'functional' | 'decorative' | 'complex' | 'long' | '' | null;
  /** Of a long description (`purpose` is `long`), its block as HTML; otherwise absent. */
  details?: string;
  /** The model refused to describe the image. */
  declined: boolean;
  /** The author's note for the model about the image. */
  hint: string;
  findings: { slug: Finding; label: string }[];
  /** Quotations from the text that a second model could not confirm. */
  doubts?: readonly string[] | undefined;
  language: string;
  /** Where it was made: `file`, `post` and `copy` for a text that already existed. */
  origin: string;
  model: string;
  /** Version of the instructions for the model. */
  prompt: string;
  /** RFC 3339, like `decided`. */
  created: string;
  /** Name of the user who requested it; '' if no user did. */
  requested_by: string;
  can_be_decorative: boolean;
  decided_text: string;
  decided_by: string;
  decided: string | null;
  /** Whether its decision can be undone here; false if the editor wrote the text. */
  can_undo: boolean;
  /** Number of the decision about several suggestions that decided it; 0 if it was decided alone. */
  bulk: number;
}

/** Selects suggestions; any without filters. */
export interface SuggestionQuery {
  state?: 'pending' | 'decided';
  /** Id of a post. */
  post?: number;
  /** Id of the author of the post, or of the user who uploaded the image. */
  author?: number;
  /** A day, `2026-11-01`: that day and later. */
  after?: string;
  /** A day: before it. */
  before?: string;
  type?: 'library' | 'post';
  /** `suggested`: texts that are not used yet; `live`: unread generated texts that are. */
  waiting?: 'suggested' | 'live';
  /** Slug of a finding; "none" selects texts without findings. */
  finding?: string;
}

/** The numbers of pending suggestions, and the choices for their filters. */
export interface SuggestionCounts {
  pending: number;
  /** Those with a text without findings, among those that match the filters. */
  without_findings: number;
  /** How many the user has decided one by one in this review. */
  reads: number;
  /** How many are required before all without findings, or more than ten, can be accepted at once. */
  reads_needed: number;
  posts: { id: number; title: string; count: number }[];
  authors: { id: number; name: string }[];
  findings: { slug: Finding; label: string; count: number }[];
  /** The months of their creation, such as `202611`, newest first. */
  months: { value: string; label: string }[];
}

const toItem = (json: unknown) => json as SuggestionItem;

/**
 * One page of the suggestions that the user may edit: pending ones oldest first. Those with an id in
 * `exclude` are not counted either.
 */
export function listSuggestions(
  query: SuggestionQuery,
  { page = 1, perPage, exclude }: { page?: number; perPage: number; exclude?: readonly number[] },
): Promise<Result<{ items: SuggestionItem[]; total: number }>> {
  const search = toSearch({
    ...query,
    page,
    per_page: perPage,
    ...(exclude?.length && { exclude }),
  });
  return requestPage(`suggestions?${search}`, (json) => json as SuggestionItem[]);
}

/** `query`: limits the count of those without findings; the other counts are of all. */
export function fetchSuggestionCounts(query: SuggestionQuery): Promise<Result<SuggestionCounts>> {
  const search = toSearch(query);
  return request(`suggestions/counts?${search}`, undefined, (json) => json as SuggestionCounts);
}

function toSearch(values: object): string {
  const entries = Object.entries(values).map(([name, value]) => [name, String(value)]);
  return new URLSearchParams(entries).toString();
}

/** `written`: the editor has written the text itself, so the site only records the decision. */
export interface DecisionRequest {
  decision: Decision;
  text?: string;
  expected_current?: string;
  /** The suggested text as the user has seen it. Another one is not decided. */
  shown_text: string;
  written?: boolean;
}

/**
 * Decides. `text` is the accepted text if it was edited.
 * @return `altscribe_text_changed` if the image's text is no longer `expected_current`, or the
 *   suggested one `shown_text`.
 */
export function decideSuggestion(
  id: number,
  decision: DecisionRequest,
): Promise<Result<SuggestionItem>> {
  return request(`suggestions/${String(id)}`, decision, toItem);
}

/** Reverts a decision of the last 30 days, unless the text has changed since. */
export function undoSuggestion(id: number): Promise<Result<SuggestionItem>> {
  return request(`suggestions/${String(id)}/undo`, {}, toItem);
}

/**
 * Another text instead of the one that the user has seen, for one credit. `hint`: what the author
 * knows about the image, or ''.
 */
export function rewriteSuggestion(
  { id, text: shown_text }: Pick<SuggestionItem, 'id' | 'text'>,
  hint: string,
): Promise<Result<SuggestionItem>> {
  return requestText(`suggestions/${String(id)}/rewrite`, { hint, shown_text }, (json) => {
    const { item } = json as { item?: SuggestionItem };
    return item ?? toItem(json);
  });
}

/**
 * A long description for the image of a suggestion, for one credit. It waits like any other
 * suggestion; one that waits already is free.
 */
export function addLongDescription(id: number): Promise<Result<SuggestionItem>> {
  return requestText(`suggestions/${String(id)}/long`, {}, toItem);
}

/** The suggestions that a decision about several applies to. */
export type Selected =
  /** At most 50. */
  | {
      decision: Decision;
      ids: number[];
      /** The suggested texts as the user has seen them. */
      shown_texts: string[];
    }
  | { decision: 'undo'; ids: number[] }
  /** All without findings that match the filters. */
  | ({ decision: 'accept'; without_findings: true } & Omit<SuggestionQuery, 'state'>)
  /** All of an earlier decision. */
  | { decision: 'undo'; bulk: number };

export interface Decided {
  items: SuggestionItem[];
  /** Those that could not be decided stay as they are. */
  errors: { id: number; message: string }[];
  /** The number with which all can be undone; 0 if there is none. */
  bulk: number;
}

/** Decides several suggestions, in as many requests as needed. */
export async function decideSuggestions(selected: Selected): Promise<Result<Decided>> {
  const all: Decided = { items: [], errors: [], bulk: 0 };
  let next = {};
  for (;;) {
    const result = await request(
      'suggestions/decide',
      { ...selected, ...next },
      (json) => json as Decided & { left: number; after_id: number },
    );
    if (!result.ok) {
      return result;
    }
    const { items, errors, bulk, left, after_id: after } = result.value;
    all.items.push(...items);
    all.errors.push(...errors);
    all.bulk = bulk;
    if (left === 0 || items.length + errors.length === 0) {
      return { ok: true, value: all };
    }
    next = { bulk, after_id: after };
  }
}

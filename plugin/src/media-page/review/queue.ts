import { __, _n, sprintf } from '@wordpress/i18n';
import { formatNumber } from '../../common/format.ts';
import { isSameText, keptEditText, sameText } from '../../common/request/announce.ts';
import type { Decision, SuggestionItem } from '../../common/suggestions-api.ts';

/** What the user did with a suggestion. A skipped one stays pending. */
export type Verdict = 'accepted' | 'edited' | 'decorative' | 'rejected' | 'skipped';

/** A suggestion that the user is done with, for now. */
export interface Step {
  item: SuggestionItem;
  verdict: Verdict;
  /** The accepted text; '' for other verdicts. */
  text: string;
}

/** A request that has to be sent. They are sent one after the other, in their order. */
export interface Letter {
  action: 'decide' | 'undo';
  step: Step;
}

/** A review: what is to come, what was decided, and what is not sent yet. */
export interface Queue {
  /** Not decided yet. The first one is shown. */
  ahead: readonly SuggestionItem[];
  /** Decided or skipped, oldest first. */
  past: readonly Step[];
  /** The first one is in progress. */
  outbox: readonly Letter[];
  /** Number of pending suggestions on the site that are not loaded yet. */
  unloaded: number;
  /** Why suggestions came back, by id. */
  problems: Readonly<Partial<Record<number, string>>>;
  /** Edited texts that are not accepted, by id. */
  drafts: Readonly<Partial<Record<number, string>>>;
  /** How many suggestions were decided, less those undone, since the page opened. */
  balance: number;
}

export const emptyQueue: Queue = {
  ahead: [],
  past: [],
  outbox: [],
  unloaded: 0,
  problems: {},
  drafts: {},
  balance: 0,
};

export type QueueAction =
  /** `isFirst`: a review begins; `total`: number of those on the site that were not loaded before. */
  | { type: 'LOADED'; items: readonly SuggestionItem[]; total: number; isFirst: boolean }
  | { type: 'TYPED'; id: number; text: string }
  | { type: 'DECIDED'; verdict: Verdict }
  /** Returns to the last suggestion and undoes its decision. */
  | { type: 'WENT_BACK' }
  /** The first letter arrived. */
  | { type: 'SENT' }
  /** It failed. `item`: the suggestion as it is now; null: it is gone. */
  | { type: 'FAILED'; message: string; item: SuggestionItem | null }
  /**
   * `id`: that of the item for which it was asked, which a suggestion for a live text replaces. `before`: the text then;
   * `draft`: the user's edit of it, if any.
   */
  | {
      type: 'REWRITTEN';
      id: number;
      item: SuggestionItem;
      before: string;
      draft: string | undefined;
    }
  /** A new suggestion, which is shown after the present one. */
  | { type: 'ADDED'; item: SuggestionItem };

export function reduceQueue(queue: Queue, action: QueueAction): Queue {
  switch (action.type) {
    case 'LOADED':
      return addLoaded(action.isFirst ? beginAgain(queue) : queue, action);
    case 'TYPED':
      return { ...queue, drafts: { ...queue.drafts, [action.id]: action.text } };
    case 'DECIDED':
      return decide(queue, action.verdict);
    case 'WENT_BACK':
      return goBack(queue);
    case 'SENT':
      return { ...queue, outbox: queue.outbox.slice(1) };
    case 'FAILED':
      return fail(queue, action);
    case 'ADDED': {
      const [shown, ...later] = queue.ahead.filter(({ id }) => id !== action.item.id);
      return { ...queue, ahead: shown ? [shown, action.item, ...later] : [action.item] };
    }
    case 'REWRITTEN':
      return takeRewritten(queue, action);
  }
}

/** A new review. What was typed and not decided about stays. */
function beginAgain({ balance, past, drafts }: Queue): Queue {
  const decided = past.filter(({ verdict }) => verdict !== 'skipped');
  return {
    ...emptyQueue,
    balance,
    drafts: decided.reduce((left, { item }) => without(left, item.id), drafts),
  };
}

function addLoaded(
  queue: Queue,
  { items, total }: Extract<QueueAction, { type: 'LOADED' }>,
): Queue {
  const known = [...queue.ahead, ...queue.past.map(({ item }) => item)].map(({ id }) => id);
  const added = items.filter(({ id }) => !known.includes(id));
  // Without news, there is only what was decided here and undone elsewhere.
  const unloaded = added.length === 0 ? 0 : total - items.length;
  return { ...queue, ahead: [...queue.ahead, ...added], unloaded };
}

function decide(queue: Queue, verdict: Verdict): Queue {
  const [item, ...ahead] = queue.ahead;
  if (!item) {
    return queue;
  }
  const isAccepted = verdict === 'accepted' || verdict === 'edited';
  const step = { item, verdict, text: isAccepted ? shownText(queue, item).trim() : '' };
  return {
    ...queue,
    ahead,
    past: [...queue.past, step],
    ...(verdict !== 'skipped' && {
      outbox: [...queue.outbox, { action: 'decide' as const, step }],
      balance: queue.balance + 1,
    }),
    problems: without(queue.problems, item.id),
  };
}

function goBack(queue: Queue): Queue {
  const step = queue.past.at(-1);
  if (!step) {
    return queue;
  }
  const back = { ...queue, past: queue.past.slice(0, -1), ahead: [step.item, ...queue.ahead] };
  if (step.verdict === 'skipped') {
    return back;
  }
  back.balance -= 1;
  // The first letter is on its way.
  return queue.outbox.findIndex((letter) => letter.step === step) > 0
    ? { ...back, outbox: queue.outbox.filter((letter) => letter.step !== step) }
    : { ...back, outbox: [...queue.outbox, { action: 'undo', step }] };
}

function fail(queue: Queue, { message, item }: Extract<QueueAction, { type: 'FAILED' }>): Queue {
  const [failed, ...outbox] = queue.outbox;
  if (!failed) {
    return queue;
  }
  const { action, step } = failed;
  const { id } = step.item;
  const others = queue.ahead.filter((one) => one.id !== id);
  if (action === 'undo') {
    // The decision stands, whatever the user decided since.
    const isDecided = queue.past.some((one) => one.item.id === id && one.verdict !== 'skipped');
    return {
      ...queue,
      balance: queue.balance + (isDecided ? 0 : 1),
      outbox: outbox.filter((letter) => letter.step.item.id !== id),
      ahead: others,
      past: [...queue.past.filter((one) => one.item.id !== id), step],
    };
  }
  if (queue.past.some((one) => one !== step && one.item.id === id)) {
    // The user has gone back and decided again, which is sent next.
    return { ...queue, outbox: outbox.filter((letter) => letter.step !== step) };
  }
  const wasShown = queue.ahead[0]?.id === id;
  const index = wasShown ? 0 : 1;
  const present = item ?? (wasShown || step.verdict === 'edited' ? step.item : null);
  return {
    ...queue,
    // It was not decided, so there is nothing to undo.
    outbox: outbox.filter((letter) => letter.step !== step),
    past: queue.past.filter((one) => one !== step),
    balance: queue.balance - (item !== null && queue.past.includes(step) ? 1 : 0),
    // Not in the place of the suggestion that the user is reading. One that is gone stays while it is shown, and an edited one, so that no edit is lost.
    ahead: present ? [...others.slice(0, index), present, ...others.slice(index)] : others,
    problems: present ? { ...queue.problems, [id]: message } : queue.problems,
    drafts: step.text === '' ? queue.drafts : { ...queue.drafts, [id]: step.text },
  };
}

/** Also of one that was skipped meanwhile. What the user has typed since stays. */
function takeRewritten(
  queue: Queue,
  { id, item, draft, before }: Extract<QueueAction, { type: 'REWRITTEN' }>,
): Queue {
  const typed = queue.drafts[id];
  const drafts = without(queue.drafts, id);
  const problems = without(queue.problems, id);
  const isTyped = typed !== draft;
  const isSame = isSameText(item.text, before);
  const news = isSame ? sameText() : keptEditText(item.text);
  return {
    ...queue,
    ahead: queue.ahead.map((one) => (one.id === id ? item : one)),
    past: queue.past.map((step) =>
      step.item.id === id && step.verdict === 'skipped' ? { ...step, item } : step,
    ),
    drafts: isTyped ? { ...drafts, [item.id]: typed } : drafts,
    problems: isTyped || isSame ? { ...problems, [item.id]: news } : problems,
  };
}

function without<Value>(
  record: Readonly<Partial<Record<number, Value>>>,
  id: number,
): Readonly<Partial<Record<number, Value>>> {
  return Object.fromEntries(Object.entries(record).filter(([key]) => Number(key) !== id));
}

/** The text in the field of a suggestion. */
export function shownText({ drafts }: Pick<Queue, 'drafts'>, { id, text }: SuggestionItem): string {
  return drafts[id] ?? text;
}

/** Whether the model found the image decorative, which it still can be. */
export function isDecorativeVerdict(item: SuggestionItem): boolean {
  return item.purpose === 'decorative' && item.can_be_decorative && !item.declined;
}

/** What accepting would mean for a suggestion; null if there is nothing to accept. */
export function acceptVerdict(queue: Queue, item: SuggestionItem): Verdict | null {
  const text = shownText(queue, item).trim();
  if (text === '') {
    return isDecorativeVerdict(item) ? 'decorative' : null;
  }
  return text === item.text.trim() ? 'accepted' : 'edited';
}

/** The decision to send for a verdict. */
export function toDecision(verdict: Verdict): Decision {
  switch (verdict) {
    case 'decorative':
      return 'decorative';
    case 'rejected':
      return 'reject';
    default:
      return 'accept';
  }
}

/** Position of the shown suggestion, from 1, and the number of suggestions in this review. */
export function positionIn({ ahead, past, unloaded }: Queue): { number: number; total: number } {
  return { number: past.length + 1, total: past.length + ahead.length + unloaded };
}

/** Number of suggestions that were decided, not only skipped. */
export function countDecided({ past }: Queue): number {
  return past.filter(({ verdict }) => verdict !== 'skipped').length;
}

/** "7 of 51" */
export function counterText(queue: Queue): string {
  const { number, total } = positionIn(queue);
  return sprintf(
    /* translators: 1: number of a suggestion, 2: number of suggestions. */
    __('%1$s of %2$s', 'altscribe'),
    formatNumber(number),
    formatNumber(total),
  );
}

/** "All 51 reviewed: 44 accepted, 3 edited, 4 decorative." */
export function endText(queue: Queue): string {
  const { past } = queue;
  const { total } = positionIn(queue);
  const decided = countDecided(queue);
  const parts = verdicts
    .map((verdict) => ({ verdict, count: past.filter((step) => step.verdict === verdict).length }))
    .filter(({ count }) => count > 0)
    .map(({ verdict, count }) => verdictCount(verdict, count));
  const reviewed =
    decided === total
      ? sprintf(
          /* translators: %s: number of suggestions. */
          _n('%s reviewed', 'All %s reviewed', total, 'altscribe'),
          formatNumber(total),
        )
      : sprintf(
          /* translators: 1: number of suggestions that were reviewed, 2: number of suggestions. */
          __('%1$s of %2$s reviewed', 'altscribe'),
          formatNumber(decided),
          formatNumber(total),
        );
  return parts.length === 0
    ? /* translators: %s: "0 of 51 reviewed". */
      sprintf(__('%s.', 'altscribe'), reviewed)
    : sprintf(
        /* translators: 1: "All 51 reviewed", 2: list of counts: "44 accepted, 3 edited". */
        __('%1$s: %2$s.', 'altscribe'),
        reviewed,
        parts.join(', '),
      );
}

const verdicts: Verdict[] = ['accepted', 'edited', 'decorative', 'rejected', 'skipped'];

function verdictCount(verdict: Verdict, count: number): string {
  const shown = formatNumber(count);
  switch (verdict) {
    case 'accepted':
      /* translators: %s: number of suggested texts. */
      return sprintf(_n('%s accepted', '%s accepted', count, 'altscribe'), shown);
    case 'edited':
      /* translators: %s: number of suggested texts. */
      return sprintf(_n('%s edited', '%s edited', count, 'altscribe'), shown);
    case 'decorative':
      /* translators: %s: number of images that need no alt text. */
      return sprintf(_n('%s decorative', '%s decorative', count, 'altscribe'), shown);
    case 'rejected':
      /* translators: %s: number of suggested texts. */
      return sprintf(_n('%s rejected', '%s rejected', count, 'altscribe'), shown);
    case 'skipped':
      /* translators: %s: number of suggested texts. */
      return sprintf(_n('%s skipped', '%s skipped', count, 'altscribe'), shown);
  }
}

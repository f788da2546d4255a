// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import type { SuggestionItem } from '../../../../../plugin/src/common/suggestions-api.ts';
import {
  acceptVerdict,
  countDecided,
  counterText,
  emptyQueue,
  endText,
  reduceQueue,
  type Queue,
  type QueueAction,
  type Verdict,
} from '../../../../../plugin/src/media-page/review/queue.ts';

const item = (id: number, part: Partial<SuggestionItem> = {}) =>
  ({
    id,
    text: `Text ${id}`,
    current_text: '',
    purpose: 'informative',
    declined: false,
    can_be_decorative: true,
    ...part,
  }) as SuggestionItem;

const items = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => item(from + index));

const run = (queue: Queue, ...actions: QueueAction[]) => actions.reduce(reduceQueue, queue);

/** `total`: the suggestions that were not known. */
const load = (from: number, to: number, total: number, isFirst = false): QueueAction => ({
  type: 'LOADED',
  items: items(from, to),
  total,
  isFirst,
});
const decide = (verdict: Verdict): QueueAction => ({ type: 'DECIDED', verdict });
const back: QueueAction = { type: 'WENT_BACK' };
const sent: QueueAction = { type: 'SENT' };
const failed = (present: SuggestionItem | null): QueueAction => ({
  type: 'FAILED',
  message: 'The text was changed.',
  item: present,
});

const started = run(emptyQueue, load(1, 20, 51, true));
const ahead = (queue: Queue) => queue.ahead.map(({ id }) => id);
const past = (queue: Queue) => queue.past.map((step) => `${step.item.id} ${step.verdict}`);
const outbox = (queue: Queue) =>
  queue.outbox.map(({ action, step }) => `${action} ${step.item.id} ${step.verdict}`);

describe('A review', () => {
  it('shows the next suggestion immediately, and sends decisions in order', () => {
    const queue = run(started, decide('accepted'), decide('skipped'), decide('decorative'));
    expect(counterText(started)).toBe('1 of 51');
    expect(ahead(queue)[0]).toBe(4);
    expect(counterText(queue)).toBe('4 of 51');
    expect(outbox(queue)).toEqual(['decide 1 accepted', 'decide 3 decorative']);
    expect(outbox(run(queue, sent))).toEqual(['decide 3 decorative']);
    expect(queue.balance).toBe(2);
  });

  it('accepts the text in the field, and knows whether it was edited', () => {
    const typed = run(started, { type: 'TYPED', id: 1, text: ' Better ' });
    expect(acceptVerdict(started, item(1))).toBe('accepted');
    expect(acceptVerdict(typed, item(1))).toBe('edited');
    expect(run(typed, decide('edited')).outbox[0]?.step.text).toBe('Better');
    expect(acceptVerdict(run(typed, { type: 'TYPED', id: 1, text: ' ' }), item(1))).toBeNull();
  });

  it('offers a refusal and a decorative verdict for a decision', () => {
    const refusal = item(1, { text: '', declined: true });
    const verdict = item(2, { text: '', purpose: 'decorative' });
    expect(acceptVerdict(started, refusal)).toBeNull();
    expect(acceptVerdict(started, verdict)).toBe('decorative');
    expect(acceptVerdict(started, { ...verdict, can_be_decorative: false })).toBeNull();
  });

  it('goes back to the last suggestion, with the text as it was accepted', () => {
    const edited = run(started, { type: 'TYPED', id: 1, text: 'Better' }, decide('edited'));
    const second = run(edited, decide('accepted'));
    // The second decision is not on its way yet.
    expect(outbox(run(second, back))).toEqual(['decide 1 edited']);
    const first = run(second, back, back);
    expect(outbox(first)).toEqual(['decide 1 edited', 'undo 1 edited']);
    expect(ahead(first).slice(0, 2)).toEqual([1, 2]);
    expect(acceptVerdict(first, item(1))).toBe('edited');
    expect(first.balance).toBe(0);
    expect(outbox(run(started, decide('skipped'), back))).toEqual([]);
    expect(run(started, back)).toBe(started);
  });

  it('brings back a suggestion that could not be decided, in its current state, after the one being read', () => {
    const now = item(1, { current_text: 'By another user' });
    const queue = run(started, decide('accepted'), decide('accepted'), failed(now));
    expect(ahead(queue).slice(0, 3)).toEqual([3, 1, 4]);
    expect(queue.ahead[1]?.current_text).toBe('By another user');
    expect(queue.problems[1]).toBe('The text was changed.');
    expect(past(queue)).toEqual(['2 accepted']);
    expect(outbox(queue)).toEqual(['decide 2 accepted']);
    expect(counterText(queue)).toBe('2 of 51');
    expect(queue.balance).toBe(1);
    const again = run(queue, decide('accepted'), decide('accepted'));
    expect(again.problems[1]).toBeUndefined();
  });

  it('drops a suggestion that another user has decided', () => {
    const queue = run(started, decide('accepted'), failed(null));
    expect(ahead(queue)[0]).toBe(2);
    expect(past(queue)).toEqual([]);
    expect(counterText(queue)).toBe('1 of 50');
  });

  it('keeps one that another user has decided while it is shown again, with the edit', () => {
    const typed: QueueAction = { type: 'TYPED', id: 1, text: 'My own' };
    const queue = run(started, typed, decide('edited'), back, failed(null));
    expect(ahead(queue)[0]).toBe(1);
    expect(queue.drafts[1]).toBe('My own');
    expect(queue.problems[1]).toBe('The text was changed.');
  });

  it('takes a new text, even for a suggestion that was skipped meanwhile', () => {
    const rewritten: QueueAction = {
      type: 'REWRITTEN',
      id: 1,
      item: item(1, { text: 'New' }),
      before: 'Text 1',
      draft: undefined,
    };
    expect(run(started, rewritten).ahead[0]?.text).toBe('New');
    const queue = run(started, decide('skipped'), rewritten, back);
    expect(queue.ahead[0]?.text).toBe('New');
    // A decision is about the text that was read.
    expect(run(started, decide('rejected'), rewritten).past[0]?.item.text).toBe('Text 1');
  });

  it('keeps what was typed while a new text was written', () => {
    const typed: QueueAction = { type: 'TYPED', id: 1, text: 'My own' };
    const rewritten = (draft: string | undefined): QueueAction => ({
      type: 'REWRITTEN',
      id: 1,
      item: item(1, { text: 'New' }),
      before: 'Text 1',
      draft,
    });
    const queue = run(started, typed, rewritten(undefined));
    expect(queue.drafts[1]).toBe('My own');
    expect(queue.problems[1]).toContain('The new text is “New”.');
    expect(run(started, typed, rewritten('My own')).drafts[1]).toBeUndefined();
  });

  it('keeps what was typed and not decided about when it begins again', () => {
    const typed = (id: number): QueueAction => ({ type: 'TYPED', id, text: `My ${id}` });
    const queue = run(
      started,
      ...[typed(1), decide('edited'), typed(2), decide('skipped'), typed(3)],
      load(2, 21, 50, true),
    );
    expect(ahead(queue)[0]).toBe(2);
    expect(queue.drafts).toEqual({ 2: 'My 2', 3: 'My 3' });
    expect(queue.balance).toBe(1);
  });

  it('says that a new text is the same', () => {
    const rewritten: QueueAction = {
      type: 'REWRITTEN',
      id: 1,
      item: item(1),
      before: 'Text 1',
      draft: undefined,
    };
    expect(run(started, rewritten).problems[1]).toContain('is the same');
  });

  it('keeps an edit of a suggestion that another user has decided', () => {
    const typed: QueueAction = { type: 'TYPED', id: 1, text: 'My own' };
    const queue = run(started, typed, decide('edited'), failed(null));
    expect(ahead(queue).slice(0, 2)).toEqual([2, 1]);
    expect(queue.drafts[1]).toBe('My own');
    expect(queue.problems[1]).toBe('The text was changed.');
  });

  it('shows a long description after the text being read', () => {
    const added: QueueAction = { type: 'ADDED', item: item(99, { purpose: 'long' }) };
    expect(ahead(run(started, added)).slice(0, 3)).toEqual([1, 99, 2]);
    expect(ahead(run(emptyQueue, added))).toEqual([99]);
  });

  it('needs no undo for a decision that failed', () => {
    const queue = run(started, decide('accepted'), back, failed(item(1)));
    expect(ahead(queue).slice(0, 2)).toEqual([1, 2]);
    expect(outbox(queue)).toEqual([]);
    expect(queue.balance).toBe(0);
    const again = run(started, decide('accepted'), back, decide('decorative'), failed(item(1)));
    expect(outbox(again)).toEqual(['decide 1 decorative']);
    expect(ahead(again)[0]).toBe(2);
  });

  it('keeps a decision that cannot be undone', () => {
    const undoing = run(started, decide('accepted'), sent, back);
    expect(outbox(undoing)).toEqual(['undo 1 accepted']);
    const queue = run(undoing, failed(item(1)));
    expect(ahead(queue)[0]).toBe(2);
    expect(past(queue)).toEqual(['1 accepted']);
    expect(queue.balance).toBe(1);
  });

  it('loads further suggestions once each, until there are no more', () => {
    const next = run(started, decide('accepted'), load(18, 37, 34));
    expect(new Set(ahead(next)).size).toBe(36);
    expect(counterText(next)).toBe('2 of 51');
    expect(counterText(run(next, load(38, 49, 12)))).toBe('2 of 49');
    // Those that were decided here wait again, because another user has undone it.
    expect(run(started, load(1, 20, 31)).unloaded).toBe(0);
  });

  it('counts at the end', () => {
    const queue = run(emptyQueue, load(1, 4, 4, true));
    const all = run(
      queue,
      decide('accepted'),
      decide('accepted'),
      decide('edited'),
      decide('decorative'),
    );
    expect(endText(all)).toBe('All 4 reviewed: 2 accepted, 1 edited, 1 decorative.');
    expect(countDecided(all)).toBe(4);
    const some = run(queue, decide('rejected'), decide('skipped'));
    expect(endText(some)).toBe('1 of 4 reviewed: 1 rejected, 1 skipped.');
    expect(endText(queue)).toBe('0 of 4 reviewed.');
  });
});

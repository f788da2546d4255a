import { speak } from '@wordpress/a11y';
import { _n, sprintf } from '@wordpress/i18n';
import { useCallback, useEffect, useReducer, useRef, useState } from '@wordpress/element';
import type { ApiError } from '../../common/api-error.ts';
import { formatNumber } from '../../common/format.ts';
import {
  addLongDescription,
  decideSuggestion,
  fetchSuggestionCounts,
  listSuggestions,
  rewriteSuggestion,
  undoSuggestion,
  type SuggestionCounts,
  type SuggestionItem,
  type SuggestionQuery,
} from '../../common/suggestions-api.ts';
import { bootData } from '../boot-data.ts';
import { toSuggestionQuery, type ReviewFilters } from '../filters.ts';
import {
  emptyQueue,
  reduceQueue,
  toDecision,
  type Letter,
  type Queue,
  type Verdict,
} from './queue.ts';

/** Suggestions in one request. */
const pageSize = 20;

/** More are loaded when fewer than this are left: nobody decides so many during a request. */
const loadedAhead = 40;

/** Errors about a suggestion that was decided elsewhere or is gone with its image. */
const goneCodes = ['altscribe_suggestion_not_found', 'altscribe_already_decided'];

export interface Review {
  queue: Queue;
  /** Nothing is shown yet. */
  isLoading: boolean;
  /** Why suggestions could not be loaded. */
  error: ApiError | null;
  /** By id: what is being generated (another text, or a long description besides), or why it was not. */
  rewrites: Readonly<Partial<Record<number, 'text' | 'long' | ApiError>>>;
  type: (id: number, text: string) => void;
  decide: (verdict: Verdict) => void;
  goBack: () => void;
  /** Asks for another text, for a credit. Resolves with it, or null. */
  rewrite: (item: SuggestionItem, hint: string) => Promise<SuggestionItem | null>;
  /** Asks for a long description, for a credit; it is shown after the present one. Resolves with it, or null. */
  addLong: (item: SuggestionItem) => Promise<SuggestionItem | null>;
  /** Begins again with everything that is pending. */
  restart: () => void;
}

/**
 * A review of the suggestions that match a query. Decisions are sent in the background, one after
 * the other, also when the query changes. The browser asks before it leaves the page while one is
 * not sent yet.
 * @param query  Null while nothing is reviewed.
 * @param onSent Called when all decisions are sent.
 */
export function useReview(query: SuggestionQuery | null, onSent: () => void): Review {
  const [queue, dispatch] = useReducer(reduceQueue, emptyQueue);
  const [round, setRound] = useState(0);
  const [loadedKey, setLoadedKey] = useState<string | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const [rewrites, setRewrites] = useState<Review['rewrites']>({});
  const key = query && `${JSON.stringify(query)} ${String(round)}`;
  const isFirst = loadedKey !== key;
  const isOpen = query !== null;
  useEffect(() => {
    if (!isOpen) {
      // Reviewed again, it shows what is pending then.
      setLoadedKey(null);
    }
  }, [isOpen]);
  const sent = useRef(onSent);
  sent.current = onSent;

  const { outbox } = queue;
  const isUnsent = outbox.length > 0;
  // A first list must not have what is decided but not sent.
  const isWanted = isFirst ? !isUnsent : queue.unloaded > 0 && queue.ahead.length < loadedAhead;
  const isDue = query !== null && isWanted;
  const wanted = useRef(key);
  wanted.current = key;
  const asked = useRef<string | null>(null);
  useEffect(() => {
    if (!isDue || asked.current === key) {
      return;
    }
    asked.current = key;
    const exclude = isFirst ? [] : listPending(queue);
    void listSuggestions(query, { perPage: pageSize, exclude }).then((result) => {
      asked.current = null;
      if (wanted.current !== key) {
        return;
      }
      setError(result.ok ? null : result.error);
      setLoadedKey(key);
      if (result.ok) {
        dispatch({ type: 'LOADED', ...result.value, isFirst });
      }
    });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- The rest only excludes what is known.
  }, [isDue, key, queue.ahead.length, outbox.length]);

  const isSending = useRef(false);
  const [letter] = outbox;
  useEffect(() => {
    if (!letter || isSending.current) {
      return;
    }
    isSending.current = true;
    void send(letter).then((result) => {
      isSending.current = false;
      if (result.ok) {
        dispatch({ type: 'SENT' });
      } else {
        const { code, message, item } = result.error;
        const present = (item ?? letter.step.item) as SuggestionItem;
        const isGone = item === undefined && goneCodes.includes(code);
        dispatch({ type: 'FAILED', message, item: isGone ? null : present });
        speak(`${letter.step.item.image.file}: ${message}`, 'assertive');
      }
    });
  }, [letter]);

  const wasUnsent = useRef(false);
  useEffect(() => {
    if (!isUnsent) {
      if (wasUnsent.current) {
        sent.current();
      }
      wasUnsent.current = false;
      return undefined;
    }
    wasUnsent.current = true;
    const guard = (event: BeforeUnloadEvent) => {
      event.preventDefault();
    };
    window.addEventListener('beforeunload', guard);
    return () => {
      window.removeEventListener('beforeunload', guard);
    };
  }, [isUnsent]);

  return {
    queue,
    isLoading:
      query !== null &&
      error === null &&
      queue.ahead.length === 0 &&
      (isFirst || queue.unloaded > 0),
    error,
    rewrites,
    type: (id, text) => {
      dispatch({ type: 'TYPED', id, text });
    },
    decide: (verdict) => {
      dispatch({ type: 'DECIDED', verdict });
    },
    goBack: () => {
      dispatch({ type: 'WENT_BACK' });
    },
    rewrite: async (item, hint) => {
      const { id, text: before } = item;
      const draft = queue.drafts[id];
      setRewrites((present) => ({ ...present, [id]: 'text' }));
      const result = await rewriteSuggestion(item, hint);
      setRewrites((present) => ({ ...present, [id]: result.ok ? undefined : result.error }));
      if (!result.ok) {
        return null;
      }
      dispatch({ type: 'REWRITTEN', id, item: result.value, before, draft });
      return result.value;
    },
    addLong: async ({ id }) => {
      setRewrites((present) => ({ ...present, [id]: 'long' }));
      const result = await addLongDescription(id);
      setRewrites((present) => ({ ...present, [id]: result.ok ? undefined : result.error }));
      if (!result.ok) {
        return null;
      }
      dispatch({ type: 'ADDED', item: result.value });
      sent.current();
      return result.value;
    },
    restart: () => {
      setRound((number) => number + 1);
    },
  };
}

/** Ids of the loaded suggestions that may still be pending on the site. */
function listPending({ ahead, past, outbox }: Queue): number[] {
  const skipped = past.filter(({ verdict }) => verdict === 'skipped');
  return [...ahead, ...[...skipped, ...outbox.map(({ step }) => step)].map(({ item }) => item)].map(
    ({ id }) => id,
  );
}

function send({ action, step: { item, verdict, text } }: Letter) {
  if (action === 'undo') {
    return undoSuggestion(item.id);
  }
  return decideSuggestion(item.id, {
    decision: toDecision(verdict),
    expected_current: item.current_text,
    shown_text: item.text,
    ...(text !== '' && { text }),
  });
}

/** The button that leads to what waits: "Review 11". */
export function reviewText(count: number): string {
  return sprintf(
    /* translators: %s: number of alt texts. */
    _n('Review %s', 'Review %s', count, 'altscribe'),
    formatNumber(count),
  );
}

export interface Suggestions {
  /** As last read from the server. */
  counts: SuggestionCounts;
  /** Number of pending ones now, after decisions that may not be sent yet. */
  pending: number;
  recount: () => void;
}

/** The review, while it is open, and the number of suggestions that wait. */
export function useSuggestions(
  reviewFilters: ReviewFilters,
  isOpen: boolean,
): [Review, Suggestions] {
  const filters = toSuggestionQuery(reviewFilters);
  const key = JSON.stringify(filters);
  const [known, setKnown] = useState({ counts: bootData.suggestions, key: '{}', balance: 0 });
  const latest = useRef({ balance: 0, key, filters });
  const recount = useCallback(() => {
    const asked = { ...latest.current };
    void fetchSuggestionCounts(asked.filters).then((result) => {
      if (result.ok && asked.key === latest.current.key) {
        setKnown({ counts: result.value, ...asked });
      }
    });
  }, []);
  const review = useReview(isOpen ? filters : null, recount);
  latest.current = { balance: review.queue.balance, key, filters };
  const isStale = known.key !== key;
  useEffect(() => {
    if (isStale) {
      recount();
    }
  }, [isStale, key, recount]);
  // Until they are counted, it is not known which of them match the filters.
  const counts = isStale ? { ...known.counts, without_findings: 0 } : known.counts;
  const pending = counts.pending - (review.queue.balance - known.balance);
  return [review, { counts, pending: Math.max(0, pending), recount }];
}

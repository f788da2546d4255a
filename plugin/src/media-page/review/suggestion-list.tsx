import { speak } from '@wordpress/a11y';
import { Notice, Spinner } from '@wordpress/components';
import { Fragment, useId, useRef, useState } from '@wordpress/element';
import { __, _n, isRTL, sprintf } from '@wordpress/i18n';
import type { ReactNode } from 'react';
import { AccessibleButton } from '../../common/accessible-button.tsx';
import type { ApiError } from '../../common/api-error.ts';
import { doubtsText, findingsText } from '../../common/findings.ts';
import { mayMoveFocus } from '../../common/focus.ts';
import { formatDate, formatNumber, joinFacts } from '../../common/format.ts';
import {
  decideSuggestions,
  listSuggestions,
  rewriteSuggestion,
  type Decided,
  type Selected,
  type SuggestionCounts,
  type SuggestionItem,
  type SuggestionQuery,
} from '../../common/suggestions-api.ts';
import { bootData } from '../boot-data.ts';
import { useLastPage, useLoaded } from '../hooks/use-page-query.ts';
import { Question } from '../../common/run-questions.tsx';
import { Pagination } from '../table/pagination.tsx';
import { SelectCell, SelectTable, Thumbnail } from '../table/row-parts.tsx';
import {
  Place,
  decorativeTitle,
  sourceText,
  stateName,
  verdictOf,
  verdictOfItem,
} from './item-parts.tsx';

const perPage = 20;

/** How many selected texts can be accepted at once before the user has read some one by one. */
const unreadAtOnce = 10;

interface Props {
  /** `state` "decided": the decisions of the last 30 days, which can be undone. */
  query: SuggestionQuery;
  page: number;
  onPage: (page: number, replace?: boolean) => void;
  /** Null for decided ones. */
  counts: SuggestionCounts | null;
  /** There are filters. */
  isFiltered: boolean;
  /** Called when some were decided or undone. */
  onChanged: () => void;
}

/** Suggestions in a table, to decide about several at once, or to undo decisions. */
export function SuggestionList({ query, page, onPage, counts, isFiltered, onChanged }: Props) {
  const isHistory = query.state === 'decided';
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const [busy, setBusy] = useState('');
  const [isAsking, setIsAsking] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const [done, setDone] = useState<{ text: string; undo: Selected | null } | null>(null);
  const top = useRef<HTMLDivElement>(null);
  const list = useLoaded(`${JSON.stringify(query)} ${String(page)}`, () =>
    listSuggestions(query, { page, perPage }),
  );
  useLastPage(list, page, perPage, onPage);
  const { shown: listed } = list;
  const items = listed?.items ?? [];
  const chosen = items.filter(({ id }) => selected.has(id));

  const finish = (text: string, undo: Selected | null) => {
    setBusy('');
    setDone({ text, undo });
    speak(text);
    setSelected(new Set());
    list.reload();
    onChanged();
    // The button may be disabled now.
    if (mayMoveFocus(top.current)) {
      top.current?.focus();
    }
  };
  const decide = async (name: string, wanted: Selected) => {
    setBusy(name);
    setError(null);
    setDone(null);
    const result = await decideSuggestions(wanted);
    if (!result.ok) {
      setBusy('');
      setError(result.error);
      return;
    }
    finish(doneText(wanted.decision, result.value), undoOf(wanted, result.value));
  };
  const rewrite = async () => {
    setIsAsking(false);
    setBusy('rewrite');
    setError(null);
    let count = 0;
    for (const item of chosen) {
      const result = await rewriteSuggestion(item, item.hint);
      if (!result.ok) {
        setError(result.error);
        break;
      }
      count += 1;
    }
    finish(
      sprintf(
        /* translators: %s: number of suggested texts. */
        _n('%s text rewritten.', '%s texts rewritten.', count, 'altscribe'),
        formatNumber(count),
      ),
      null,
    );
  };

  const ids = chosen.map(({ id }) => id);
  const shown = { ids, shown_texts: chosen.map(({ text }) => text) };
  const busyReason = busy === '' ? null : __('Your last action is still in progress.', 'altscribe');
  const reason =
    busyReason ?? (ids.length === 0 ? __('Select texts in the list first.', 'altscribe') : null);
  const acceptReason = reason ?? (counts && unreadReason(counts, ids.length));
  const button = (name: string, label: string, disabled: string | null, run: () => void) => (
    <AccessibleButton
      variant="secondary"
      isBusy={busy === name}
      disabledReason={disabled}
      onClick={run}
    >
      {label}
    </AccessibleButton>
  );
  const paging = listed && (
    <Pagination page={page} perPage={perPage} total={listed.total} onChange={onPage} />
  );

  return (
    <div ref={top} tabIndex={-1} className="altscribe-top">
      {done && (
        <Notice
          status="success"
          spokenMessage=""
          onRemove={() => {
            setDone(null);
            top.current?.focus();
          }}
        >
          {done.text}{' '}
          {done.undo && (
            <>
              <button
                type="button"
                className="button-link"
                onClick={() => done.undo && void decide('undo', done.undo)}
              >
                {__('Undo', 'altscribe')}
              </button>{' '}
              {__('You can also undo it in History for 30 days.', 'altscribe')}
            </>
          )}
        </Notice>
      )}
      {(error ?? list.error) && (
        <Notice status="error" isDismissible={false}>
          {(error ?? list.error)?.message}
        </Notice>
      )}
      {items.length > 0 && (
        <div className="altscribe-bulk">
          {isHistory ? (
            button('undo', __('Undo selected', 'altscribe'), reason, () => {
              void decide('undo', { decision: 'undo', ids });
            })
          ) : (
            <>
              {button('accept', __('Accept selected', 'altscribe'), acceptReason, () => {
                void decide('accept', { decision: 'accept', ...shown });
              })}
              {button('reject', __('Reject selected', 'altscribe'), reason, () => {
                void decide('reject', { decision: 'reject', ...shown });
              })}
              {button(
                'rewrite',
                __('Rewrite selected', 'altscribe'),
                reason ?? bootData.connectionError?.message ?? null,
                () => {
                  setIsAsking(true);
                },
              )}
              {counts && counts.without_findings > 0 && (
                <AcceptAll
                  counts={counts}
                  isBusy={busy === 'all'}
                  busyReason={busyReason}
                  onAccept={() => {
                    const { state: _state, ...filters } = query;
                    void decide('all', { ...filters, decision: 'accept', without_findings: true });
                  }}
                />
              )}
            </>
          )}
        </div>
      )}
      {isAsking && (
        <Question
          text={sprintf(
            /* translators: %s: number of credits. */
            _n('This costs %s credit.', 'This costs %s credits.', ids.length, 'altscribe'),
            formatNumber(ids.length),
          )}
          answers={[
            {
              label: __('Rewrite', 'altscribe'),
              onClick: () => {
                top.current?.focus();
                void rewrite();
              },
            },
          ]}
          onCancel={() => {
            setIsAsking(false);
            top.current?.focus();
          }}
        />
      )}
      {(listed?.total ?? 1) > 0 && items.length === 0 && !list.error && (
        <p className="altscribe-loading">
          <Spinner /> {__('Loading texts…', 'altscribe')}
        </p>
      )}
      {listed?.total === 0 && (
        <p className="altscribe-nothing">{emptyText(isHistory, isFiltered)}</p>
      )}
      {items.length > 0 && (
        <>
          <SuggestionTable
            items={items}
            isHistory={isHistory}
            isLoading={list.isLoading}
            selected={selected}
            onSelect={setSelected}
          />
          <div className="tablenav bottom">{paging}</div>
        </>
      )}
    </div>
  );
}

function emptyText(isHistory: boolean, isFiltered: boolean): string {
  if (isHistory) {
    return __('No texts were reviewed in the last 30 days.', 'altscribe');
  }
  return isFiltered
    ? __('No texts match these filters.', 'altscribe')
    : __('Nothing to review. New texts wait here until you decide.', 'altscribe');
}

/** Why so many cannot be accepted at once: they are read one by one first. */
function unreadReason({ reads, reads_needed: needed }: SuggestionCounts, selected: number) {
  return reads < needed && selected > unreadAtOnce
    ? sprintf(
        /* translators: 1: number of suggestions, 2: number of suggestions. */
        __('Select up to %1$s, or review %2$s one by one first.', 'altscribe'),
        formatNumber(unreadAtOnce),
        formatNumber(needed),
      )
    : null;
}

interface AcceptAllProps {
  counts: SuggestionCounts;
  isBusy: boolean;
  busyReason: string | null;
  onAccept: () => void;
}

/** Accepts all texts without findings, once the user has read some of them one by one. */
function AcceptAll({ counts, isBusy, busyReason, onAccept }: AcceptAllProps) {
  const { reads, reads_needed: needed, without_findings: count } = counts;
  const noteId = useId();
  const note =
    reads < needed
      ? sprintf(
          /* translators: 1: number of suggestions, 2: number of those that were reviewed. */
          __(
            'To accept all of these at once, review %1$s one by one first. So far: %2$s.',
            'altscribe',
          ),
          formatNumber(needed),
          formatNumber(reads),
        )
      : '';
  return (
    <>
      <AccessibleButton
        variant="secondary"
        isBusy={isBusy}
        reasonId={busyReason === null && note !== '' ? noteId : undefined}
        disabledReason={busyReason ?? (note === '' ? null : note)}
        onClick={onAccept}
      >
        {sprintf(
          /* translators: %s: number of suggested texts. */
          _n(
            'Accept the %s without problems',
            'Accept the %s without problems',
            count,
            'altscribe',
          ),
          formatNumber(count),
        )}
      </AccessibleButton>
      {note !== '' && (
        <span id={noteId} className="altscribe-why">
          {note}
        </span>
      )}
    </>
  );
}

/** "31 accepted. 2 could not be changed: …" */
function doneText(decision: Selected['decision'], decided: Decided): string {
  const count = decided.items.length;
  const shown = formatNumber(count);
  const sentences = {
    /* translators: %s: number of suggested texts. */
    accept: sprintf(_n('%s text accepted.', '%s texts accepted.', count, 'altscribe'), shown),
    decorative: '',
    /* translators: %s: number of suggested texts. */
    reject: sprintf(_n('%s text rejected.', '%s texts rejected.', count, 'altscribe'), shown),
    /* translators: %s: number of decisions. */
    undo: sprintf(_n('%s decision undone.', '%s decisions undone.', count, 'altscribe'), shown),
  };
  return sentences[decision] + failedText(decided);
}

/** A sentence after that of what was done, if something was not. */
export function failedText({ errors }: Decided): string {
  const [first] = errors;
  if (!first) {
    return '';
  }
  const failed = sprintf(
    /* translators: 1: number of suggestions, 2: the reason for the first one, a sentence. */
    _n('%1$s unchanged: %2$s', '%1$s unchanged. The first: %2$s', errors.length, 'altscribe'),
    formatNumber(errors.length),
    first.message,
  );
  return ` ${failed}`;
}

function undoOf({ decision }: Selected, { items, bulk }: Decided): Selected | null {
  return decision === 'undo' || items.length === 0 ? null : { decision: 'undo', bulk };
}

interface TableProps {
  items: SuggestionItem[];
  isHistory: boolean;
  isLoading: boolean;
  selected: ReadonlySet<number>;
  onSelect: (selected: ReadonlySet<number>) => void;
}

function SuggestionTable({ items, isHistory, ...props }: TableProps) {
  const ids = items.filter((item) => !isHistory || item.can_undo).map(({ id }) => id);
  const columns = {
    title: __('Image', 'altscribe'),
    'alt-text': isHistory
      ? __('Alt text before → after', 'altscribe')
      : __('Current text → suggested', 'altscribe'),
    state: isHistory ? __('Decision', 'altscribe') : __('Problems', 'altscribe'),
  };
  return (
    <SelectTable
      {...props}
      caption={isHistory ? __('Reviewed texts', 'altscribe') : __('Texts to review', 'altscribe')}
      columns={columns}
      ids={ids}
    >
      {items.map((item, index) => (
        <Fragment key={item.id}>
          {!isHistory && startsDecorative(items, index) && (
            <tr>
              <th scope="rowgroup" colSpan={4}>
                {decorativeTitle()}
              </th>
            </tr>
          )}
          <tr className="is-expanded">
            <SelectCell
              {...props}
              id={item.id}
              title={item.image.file}
              canSelect={ids.includes(item.id)}
            />
            <td className="title column-title column-primary">
              <span className="altscribe-list-image">
                <Thumbnail url={item.image.thumbnail} />
                <span>
                  <Place item={item} />
                </span>
              </span>
            </td>
            <td className="column-alt-text" data-colname={__('Alt text', 'altscribe')}>
              <Texts item={item} />
            </td>
            <td className="column-state" data-colname={columns.state}>
              {isHistory ? decisionText(item) : <Facts item={item} />}
            </td>
          </tr>
        </Fragment>
      ))}
    </SelectTable>
  );
}

/** Whether the group of the decorative proposals begins with an item. They come last. */
function startsDecorative(items: readonly SuggestionItem[], index: number): boolean {
  const isIn = (item: SuggestionItem | undefined) => item && verdictOf(item) === 'decorative';
  return isIn(items[index]) === true && isIn(items[index - 1]) !== true;
}

/** The text that the image has or had, and the one that it gets or got. */
function Texts({ item }: { item: SuggestionItem }): ReactNode {
  const { text, state, decided_text: decided } = item;
  const isDecided = state !== 'pending' && state !== 'live';
  const before = isDecided || item.is_live ? item.previous_text : item.current_text;
  const verdict = isDecided ? '' : verdictOfItem(item);
  const after = isDecided && state !== 'rejected' ? decided : text;
  const shown = after || verdict || '—';
  return (
    <>
      {after !== '' && verdict !== '' && <p className="altscribe-why">{verdict}</p>}
      {before !== '' && (
        <span className="altscribe-before">
          <span className="screen-reader-text">{__('Before:', 'altscribe')} </span>
          <bdi>{before}</bdi>
        </span>
      )}
      <span className="altscribe-after">
        {before !== '' && <span aria-hidden="true">{isRTL() ? '← ' : '→ '}</span>}
        <span className="screen-reader-text">
          {state === 'pending' || state === 'rejected'
            ? __('Suggested:', 'altscribe')
            : __('After:', 'altscribe')}{' '}
        </span>
        <bdi>{state === 'rejected' ? <del>{shown}</del> : shown}</bdi>
      </span>
    </>
  );
}

function Facts({ item }: { item: SuggestionItem }) {
  const findings = item.findings.map(({ slug }) => slug);
  return (
    <>
      {findings.length > 0 ? findingsText(findings) : __('No problems found', 'altscribe')}
      {item.doubts && item.doubts.length > 0 && (
        <p className="altscribe-doubts">{doubtsText(item.doubts, item.text)}</p>
      )}
      <p className="altscribe-why">{stateName(item)}</p>
      <p className="altscribe-why">{sourceText(item)}</p>
    </>
  );
}

/** "Accepted · Aunt Rosa · Nov 23, 2026" */
function decisionText({ state, decided_by: by, decided }: SuggestionItem): string {
  return joinFacts([decisionName(state), by, decided === null ? '' : formatDate(decided)]);
}

function decisionName(state: SuggestionItem['state']): string {
  switch (state) {
    case 'pending':
    case 'live':
      return __('To review', 'altscribe');
    case 'accepted':
      return __('Accepted', 'altscribe');
    case 'edited':
      return __('Edited', 'altscribe');
    case 'decorative':
      return __('Decorative', 'altscribe');
    case 'rejected':
      return __('Rejected', 'altscribe');
  }
}

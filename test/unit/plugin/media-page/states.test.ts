// @vitest-environment jsdom
import '../browser.ts';
import { createElement, createRoot } from '@wordpress/element';
import { act } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import type {
  BatchItem,
  BatchPreview,
  LibraryBatch,
} from '../../../../plugin/src/common/batches-api.ts';
import type { LibraryImage } from '../../../../plugin/src/common/images-api.ts';
import { bootData } from '../../../../plugin/src/media-page/boot-data.ts';
import { noFilters } from '../../../../plugin/src/media-page/filters.ts';
import type { BatchControl } from '../../../../plugin/src/media-page/hooks/use-batch.ts';
import { Counts, Tabs } from '../../../../plugin/src/media-page/list/counts.tsx';
import { FilterBar } from '../../../../plugin/src/media-page/list/filter-bar.tsx';
import { ImageRow } from '../../../../plugin/src/media-page/list/image-row.tsx';
import { ItemRow } from '../../../../plugin/src/media-page/results/item-row.tsx';
import { BatchPanel } from '../../../../plugin/src/media-page/run/batch-panel.tsx';
import { GeneratePanel } from '../../../../plugin/src/media-page/run/generate-panel.tsx';
import { Pagination } from '../../../../plugin/src/media-page/table/pagination.tsx';
import { exampleBatch, exampleImage, noCounts } from './examples.ts';
import { linesOf, saysOf } from '../says-of.ts';

const connected = { ...bootData };
const nothing = () => undefined;
let said: string[] = [];

const note = (label: string, element: Parameters<typeof saysOf>[0]) => {
  said.push(`# ${label}\n${saysOf(element)}`);
};
const compare = (name: string) =>
  expect(`${said.join('\n\n')}\n`).toMatchFileSnapshot(`says/${name}.txt`);

const error = { code: 'altscribe_not_connected', message: 'Altscribe is not connected.' };
const settingsUrl = 'https://example.com/settings';

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  Object.assign(bootData, connected);
  said = [];
});

const preview = {
  images: 60,
  creditsAtMost: 60,
  languages: [],
  suggested: { images: 0, batchId: 0 },
  creditsLeft: 100,
  isUnlimited: false,
  error: null,
};
type Panel = Parameters<typeof GeneratePanel>[0];

const loadedOf = (part: Partial<Panel['preview']>): Panel['preview'] => ({
  value: part.isLoading || part.error ? null : (part.shown ?? null),
  shown: null,
  error: null,
  isLoading: false,
  reload: nothing,
  change: nothing,
  ...part,
});

/** The panel, and what it says and starts once its button is pressed. */
function generatePanel(
  label: string,
  value: Partial<BatchPreview> | null,
  more: Partial<Panel> = {},
) {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const started: string[] = [];
  const loaded = loadedOf({ shown: value && { ...preview, ...value } });
  act(() => {
    root.render(
      createElement(GeneratePanel, {
        preview: loaded,
        estimate: null,
        nothing: 'Every image has alt text.',
        reason: null,
        isStarting: false,
        isActive: false,
        error: null,
        children: null,
        onStart: (limit) => started.push(String(limit)),
        ...more,
      }),
    );
  });
  const before = linesOf(place);
  act(() => place.querySelector('button')?.click());
  const after = linesOf(place).filter((line) => !before.includes(line));
  const answers = [...place.querySelectorAll<HTMLElement>('[role="group"] [role="group"] button')];
  const names = answers.map(({ textContent }) => textContent);
  act(() => answers.at(0)?.click());
  said.push(
    [
      `# ${label}`,
      ...before,
      `then: ${after.join(' / ')}`,
      `answers: ${names.join(', ')}`,
      `started: ${started.join()}`,
      `focus: ${document.activeElement?.getAttribute('aria-label') ?? ''}`,
    ].join('\n'),
  );
  act(() => root.unmount());
  place.remove();
}

it('The panel above the images says what a run costs, and asks before it costs much', async () => {
  const estimate = { images: 60, checked: 60, free: 9, decorative: 1 };
  for (const images of [0, 1, 2, 50, 51])
    generatePanel(`${String(images)} images`, { images, creditsAtMost: images });
  for (const creditsLeft of [0, 1, 49, 50, 51, null])
    generatePanel(`50 images, ${String(creditsLeft)} credits`, {
      images: 50,
      creditsAtMost: 50,
      creditsLeft,
    });
  generatePanel('unlimited', { isUnlimited: true });
  generatePanel('unlimited, free', { isUnlimited: true }, { estimate });
  generatePanel('not counted yet', null, { preview: loadedOf({ isLoading: true }) });
  for (const images of [0, 60])
    generatePanel(`counted again, ${String(images)} images`, null, {
      preview: loadedOf({ shown: { ...preview, images }, isLoading: true }),
    });
  generatePanel('not readable', null, { preview: loadedOf({ error }) });
  generatePanel('no longer readable', null, { preview: loadedOf({ shown: preview, error }) });
  generatePanel('an error of the account', { error });
  generatePanel('an error when it started', {}, { error: { code: 'x', message: 'It failed.' } });
  generatePanel('a reason', {}, { reason: 'Wait.' });
  generatePanel('starting', {}, { isStarting: true });
  generatePanel('running', {}, { isActive: true });
  generatePanel('suggested', { images: 0, suggested: { images: 1, batchId: 2 } });
  generatePanel('some suggested', { suggested: { images: 2, batchId: 2 } });
  generatePanel('languages', {
    languages: [
      { language: 'de', name: 'German', images: 1 },
      { language: 'en', name: 'English', images: 40 },
      { language: 'none', name: '', images: 19 },
    ],
  });
  generatePanel('some free', {}, { estimate });
  generatePanel('one free', {}, { estimate: { ...estimate, free: 1, decorative: 0 } });
  generatePanel(
    'so many free that it need not ask',
    { creditsLeft: 50 },
    { estimate: { ...estimate, free: 10 } },
  );
  generatePanel('estimated', {}, { estimate: { ...estimate, checked: 30 } });
  generatePanel('estimated for other images', {}, { estimate: { ...estimate, images: 61 } });
  generatePanel('not estimated', {}, { estimate: { ...estimate, checked: 0 } });
  generatePanel('with texts to review', {}, { children: 'Review 3' });
  Object.assign(bootData, { connectionError: error, settingsUrl });
  generatePanel('not connected', { error });
  await compare('generate-panel');
});

function batchPanel(
  label: string,
  part: Partial<LibraryBatch>,
  more: Partial<BatchControl> = {},
  presses = 0,
) {
  const shown = {
    batch: { ...exampleBatch, ...part },
    era: 0,
    arrivedAt: Date.now(),
    readings: [],
  };
  const done: string[] = [];
  const control: BatchControl = {
    shown,
    error: null,
    isWorking: false,
    isChanging: false,
    onItems: () => nothing,
    undoing: null,
    undone: 0,
    control: (action) => Promise.resolve(done.push(action) > 0),
    decide: nothing,
    reload: () => Promise.resolve(),
    ...more,
  };
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  act(() => root.render(createElement(BatchPanel, { shown, control })));
  for (let press = 0; press < presses; press += 1)
    act(() => place.querySelector('button')?.click());
  said.push([`# ${label}`, ...linesOf(place), `done: ${done.join()}`].join('\n'));
  act(() => root.unmount());
  place.remove();
}

it('The panel of a run says in each state what it does, and what can be done', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T21:00:00Z'), toFake: ['Date'] });
  const reason = { code: 'altscribe_daily_limit', message: 'The limit of today is reached.' };
  const some = {
    ...noCounts,
    waiting: 5,
    running: 1,
    written: 9,
    suggested: 2,
    failed: 2,
    skipped: 1,
  };
  batchPanel('running', { counts: some });
  batchPanel('running, pause', { counts: some }, {}, 1);
  batchPanel('without WP-Cron', { cron: { works: false } });
  batchPanel('running, waits', { reason, retry_after: 42 });
  batchPanel('paused', { state: 'paused', counts: some });
  batchPanel('paused, resume', { state: 'paused' }, {}, 1);
  for (const retry_after of [null, 1, 60, 61])
    batchPanel(`halted, ${String(retry_after)}`, {
      state: 'halted',
      reason,
      retry_after,
      counts: some,
    });
  batchPanel('halted without a reason', { state: 'halted' });
  batchPanel('stopped', { state: 'stopped', counts: some, credits: 12 });
  batchPanel('stopped at once', { state: 'stopped' });
  batchPanel('finished', { state: 'finished', counts: { ...noCounts, written: 1 }, credits: 1 });
  batchPanel('finished for free', { state: 'finished', counts: { ...noCounts, suggested: 1 } });
  batchPanel('finished with failures', { state: 'finished', counts: { ...noCounts, failed: 3 } });
  batchPanel('undone', { state: 'finished', counts: { ...noCounts, undone: 2 } });
  batchPanel('an import', {
    state: 'finished',
    origin: 'import',
    counts: { ...noCounts, written: 2 },
    credits: 2,
  });
  batchPanel('too old to undo', {
    state: 'finished',
    can_undo_until: '2026-11-21T21:00:00Z',
    counts: { ...noCounts, written: 2 },
  });
  batchPanel('never to undo', {
    state: 'finished',
    can_undo_until: null,
    counts: { ...noCounts, written: 2 },
  });
  batchPanel('ask to undo', { state: 'finished', counts: { ...noCounts, written: 1 } }, {}, 1);
  batchPanel('undo', { state: 'finished', counts: { ...noCounts, written: 2 } }, {}, 2);
  batchPanel(
    'ask to undo in posts too',
    { state: 'finished', filled_posts: 1, counts: { ...noCounts, written: 2 } },
    {},
    1,
  );
  batchPanel(
    'undo in posts too',
    { state: 'finished', filled_posts: 2, counts: { ...noCounts, written: 2 } },
    {},
    2,
  );
  batchPanel('ask to undo only in posts', { state: 'finished', filled_posts: 2 }, {}, 1);
  batchPanel('undo only in posts', { state: 'finished', filled_posts: 1 }, {}, 2);
  batchPanel(
    'is being undone',
    { state: 'finished', counts: { ...noCounts, written: 2 } },
    { isChanging: true, undoing: { done: 1, total: 4 } },
  );
  batchPanel(
    'an error',
    { counts: some },
    { error: { code: 'x', message: 'The site could not be reached.' }, isChanging: true },
  );
  Object.assign(bootData, { settingsUrl });
  batchPanel('halted, with a link', { state: 'halted', reason });
  batchPanel('halted, without a link', {
    state: 'halted',
    reason: { code: 'altscribe_service_limit', message: 'The service has reached its limit.' },
  });
  Object.assign(bootData, { connectionError: error });
  for (const state of ['running', 'paused', 'halted', 'finished'] as const)
    batchPanel(`not connected, ${state}`, { state, reason, counts: some });
  vi.useRealTimers();
  await compare('batch-panel');
});

it('Images, results, counts, filters and pages say their state, and what can be done', async () => {
  const item: BatchItem = {
    attachment_id: 1,
    batch_id: 1,
    title: 'Boat',
    thumbnail: '',
    edit_link: 'https://example.com/edit',
    state: 'written',
    previous_text: '',
    current_text: 'A boat',
    alt_text: 'A boat',
    purpose: 'informative',
    error: null,
    attempts: 1,
    filled_posts: 0,
  };
  const problem = { code: 'x', message: 'The image is damaged.' };
  const items: Record<string, Partial<BatchItem>> = {
    written: {},
    'written over a text': { previous_text: 'Boat' },
    'changed since': { current_text: 'Another' },
    'deleted since': { current_text: '', error: problem },
    'written as decorative': { alt_text: '', current_text: '', previous_text: 'Boat' },
    'decorative from nothing': { alt_text: '', current_text: '' },
    'not editable': { edit_link: '', thumbnail: 'https://example.com/1.png' },
    suggested: { state: 'suggested', current_text: '' },
    'suggested over a text': { state: 'suggested', previous_text: 'Boat', current_text: 'Boat' },
    'suggested as decorative': {
      state: 'suggested',
      purpose: 'decorative',
      alt_text: '',
      current_text: '',
    },
    declined: {
      state: 'suggested',
      alt_text: '',
      current_text: '',
      error: problem,
      filled_posts: 1,
    },
    failed: { state: 'failed', alt_text: '', current_text: '', error: problem, filled_posts: 2 },
    skipped: { state: 'skipped', previous_text: 'Boat', current_text: 'Boat', error: problem },
    'skipped without a text': { state: 'skipped', current_text: '', alt_text: '' },
    undone: { state: 'undone', previous_text: 'Boat', current_text: 'Boat', filled_posts: 1 },
    waiting: { state: 'waiting', alt_text: '', current_text: '' },
    running: { state: 'running', alt_text: '', current_text: '', filled_posts: 1 },
  };
  const inTable = (row: Parameters<typeof saysOf>[0]) =>
    createElement('table', {}, createElement('tbody', {}, row));
  for (const [label, part] of Object.entries(items))
    note(
      `result: ${label}`,
      inTable(createElement(ItemRow, { item: { ...item, ...part }, onChanged: nothing })),
    );
  const images: Record<string, Partial<LibraryImage>> = {
    good: {},
    'good with a hint': { findings: ['single-word'] },
    missing: { state: 'missing', alt_text: '' },
    suggested: { state: 'suggested', alt_text: '' },
    unread: { state: 'unread', findings: ['too-long'], doubts: ['boat'] as never, filled_posts: 1 },
    check: { state: 'check', findings: ['file-name', 'too-short'], posts_without_text: 2 },
    decorative: { state: 'decorative', alt_text: '' },
    'not editable': { edit_link: '', file: 'Boat.png' },
    'no language': { language: 'none', posts_without_text: 1, filled_posts: 2 },
  };
  const row = (part: Partial<LibraryImage>, isBatchRunning = false) =>
    inTable(
      createElement(ImageRow, {
        image: { ...exampleImage, ...part },
        selected: new Set([1]),
        onSelect: nothing,
        isBatchRunning,
        onChanged: () => '',
      }),
    );
  for (const [label, part] of Object.entries(images)) note(`image: ${label}`, row(part));
  note('image: good, while a batch runs', row({}, true));
  note('image: missing, while a batch runs', row({ state: 'missing', alt_text: '' }, true));
  const languages = [
    { value: 'de', label: 'German' },
    { value: 'none', label: 'No language' },
  ];
  Object.assign(bootData, { languages, connectionError: error });
  note('image: good, not connected, in a language', row({}));
  note('image: another language', row({ language: 'xx' }));
  const some = {
    images: 21,
    missing: 1,
    suggested: 2,
    unread: 3,
    check: 4,
    decorative: 5,
    good: 6,
    pending: 1,
    languages: [
      { language: 'de', name: 'German', images: 9, missing: 1, suggested: 2, unread: 3, check: 1 },
    ],
  };
  note(
    'counts: unknown',
    createElement(Counts, { counts: null, filters: noFilters, onChange: nothing }),
  );
  note('counts', createElement(Counts, { counts: some, filters: noFilters, onChange: nothing }));
  note(
    'counts: one each',
    createElement(Counts, {
      counts: { ...some, images: 1, pending: 2, languages: [] },
      filters: { ...noFilters, state: 'check' },
      onChange: nothing,
    }),
  );
  note(
    'counts: a language',
    createElement(Counts, {
      counts: some,
      filters: { ...noFilters, language: 'de', state: 'missing' },
      onChange: nothing,
    }),
  );
  for (const tab of ['review', 'images', 'history'] as const)
    note(`tab: ${tab}`, createElement(Tabs, { tab, pending: 1234, onFollow: nothing }));
  const people = [
    { id: 3, name: 'Anna' },
    { id: 4, name: 'Bob' },
  ];
  note('filters: none', createElement(FilterBar, { filters: noFilters, onChange: nothing }));
  Object.assign(bootData, {
    authors: people,
    months: [{ value: '202603', label: 'March 2026' }],
    mimeTypes: ['image/jpeg', 'image/svg+xml', 'image/x-icon'],
  });
  note(
    'filters: all',
    createElement(FilterBar, {
      filters: {
        state: 'good',
        month: '202603',
        mimeType: 'image/svg+xml',
        author: 4,
        isUsed: true,
        language: 'none',
      },
      onChange: nothing,
    }),
  );
  for (const [page, total] of [
    [1, 0],
    [1, 1],
    [1, 20],
    [1, 21],
    [2, 60],
    [3, 60],
  ] as const)
    note(
      `page ${String(page)} of ${String(total)} images`,
      createElement(Pagination, { page, perPage: 20, total, onChange: nothing }),
    );
  await compare('rows-and-counts');
});

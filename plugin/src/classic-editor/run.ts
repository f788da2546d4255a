import { speak } from '@wordpress/a11y';
import { __, _n, sprintf } from '@wordpress/i18n';
import type { AltTextField } from '../common/alt-text-field/alt-text-field.ts';
import {
  generate,
  getState,
  undo,
  write,
  type Outcome,
} from '../common/alt-text-field/requests.ts';
import { affectsEveryImage, type ApiError } from '../common/api-error.ts';
import { formatNumber } from '../common/format.ts';
import { runSummary, type RunCounts } from '../common/run-questions.tsx';

/** "Generate all missing": running, or finished. */
export interface Run extends RunCounts {
  isRunning: boolean;
  /** The user pressed Stop; texts that are already being generated are still added. */
  isStopping: boolean;
  total: number;
  done: number;
  /** Seconds until the service accepts requests again; 0 if it is not busy. */
  waitSeconds: number;
  /** The error that ended the run early. */
  error: ApiError | null;
  /** The fields with a new text. */
  written: readonly AltTextField[];
  /** The fields with a suggestion. */
  held: readonly AltTextField[];
  /** How many texts cost a credit, and how many the service had already. */
  charged: number;
  free: number;
}

/** An image without a text. */
export interface Missing {
  field: AltTextField;
  /** The text in the media library, which costs no credit; '' if there is none. */
  libraryText: string;
}

let run: Run | null = null;
const listeners = new Set<() => void>();

export const getRun = (): Run | null => run;

export function subscribeToRun(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function show(changed: Run | null): void {
  run = changed;
  for (const listener of listeners) {
    listener();
  }
}

function change(changes: Partial<Run>): void {
  if (run) {
    show({ ...run, ...changes });
  }
}

/** How many images are processed in parallel. */
const atOnce = 3;

/**
 * Generates the texts of these images, or takes those of the media library where there are some. An
 * error that affects every image ends the run.
 */
export async function generateAll(
  images: readonly Missing[],
  useLibraryTexts = false,
): Promise<void> {
  if (run?.isRunning) {
    return;
  }
  const isFree = ({ libraryText }: Missing) => useLibraryTexts && libraryText !== '';
  const queue = images.filter((image) => !isFree(image)).map(({ field }) => field);
  show({
    isRunning: true,
    isStopping: false,
    total: images.length,
    done: 0,
    added: 0,
    suggested: 0,
    failed: 0,
    unchanged: 0,
    cost: null,
    waitSeconds: 0,
    // Without a request, the error of the last run still applies.
    error: queue.length > 0 ? null : (run?.error ?? null),
    written: [],
    held: [],
    charged: 0,
    free: 0,
  });
  for (const { field, libraryText } of images.filter(isFree)) {
    count(field, await copyLibraryText(field, libraryText));
  }
  if (queue.length > 0) {
    speak(
      sprintf(
        /* translators: %s: number of images. */
        _n(
          'Generating alt text for %s image.',
          'Generating alt text for %s images.',
          queue.length,
          'altscribe',
        ),
        formatNumber(queue.length),
      ),
    );
  }
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      if (run?.isStopping || run?.error) {
        return;
      }
      await generateNext(next);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  const { charged, free } = getRun() ?? { charged: 0, free: 0 };
  const cost = free > 0 ? charged : null;
  change({ isRunning: false, isStopping: false, waitSeconds: 0, cost });
  speak(runText());
}

async function copyLibraryText(field: AltTextField, text: string): Promise<Outcome> {
  await write(field, text, { isSilent: true });
  const { error } = getState(field);
  return error ? { kind: 'failed', error } : { kind: 'written' };
}

/** "The service could not be reached. 2 alt texts added." */
function runText(): string {
  const error = run && run.failed > 0 ? run.error : null;
  return run ? [error?.message ?? '', runSummary(run)].join(' ').trim() : '';
}

/** The progress is announced after this many images. */
const imagesBetweenNews = 5;

async function generateNext(field: AltTextField): Promise<void> {
  for (;;) {
    await waitWhileBusy();
    if (!run || run.isStopping || run.error) {
      return;
    }
    const isWanted = field.read().trim() === '' && getState(field).suggestion === null;
    const outcome: Outcome =
      isWanted && !field.inPost?.isGone()
        ? await generate(field, { isOneOfMany: true })
        : { kind: 'unchanged' };
    const seconds = outcome.kind === 'failed' ? outcome.error.retryAfterSeconds : undefined;
    if (seconds === undefined) {
      count(field, outcome);
      return;
    }
    change({ waitSeconds: Math.max(run.waitSeconds, seconds) });
  }
}

function count(field: AltTextField, outcome: Outcome): void {
  if (!run) {
    return;
  }
  const { added, suggested, failed, unchanged, written } = run;
  const done = run.done + 1;
  if (outcome.isFree !== undefined) {
    change(outcome.isFree ? { free: run.free + 1 } : { charged: run.charged + 1 });
  }
  switch (outcome.kind) {
    case 'written':
      change({ done, added: added + 1, written: [...written, field] });
      break;
    case 'suggested':
      change({ done, suggested: suggested + 1, held: [...run.held, field] });
      break;
    case 'failed': {
      const error = affectsEveryImage(outcome.error) ? outcome.error : run.error;
      change({ done, failed: failed + 1, error });
      break;
    }
    default:
      change({ done, unchanged: unchanged + 1 });
  }
  if (done % imagesBetweenNews === 0 && done < run.total) {
    speak(
      sprintf(
        /* translators: 1: number of images that are done, 2: number of images. */
        __('%1$s of %2$s images done.', 'altscribe'),
        formatNumber(done),
        formatNumber(run.total),
      ),
    );
  }
}

let ticking: Promise<void> | null = null;

/** Waits, with a countdown, while the service asks for it. All requests wait together. */
function waitWhileBusy(): Promise<void> {
  ticking ??= countDown().finally(() => {
    ticking = null;
  });
  return ticking;
}

async function countDown(): Promise<void> {
  while (run && run.waitSeconds > 0 && !run.isStopping) {
    await new Promise((done) => setTimeout(done, 1_000));
    change({ waitSeconds: Math.max(0, run.waitSeconds - 1) });
  }
}

export function stop(): void {
  change({ isStopping: true, waitSeconds: 0 });
  speak(__('Stopping.', 'altscribe'));
}

/** Removes the new texts of the last run, except those that were changed since. */
export async function undoRun(): Promise<void> {
  const written = run?.written ?? [];
  show(null);
  let undone = 0;
  for (const field of written) {
    undone += (await undo(field, { isSilent: true })) ? 1 : 0;
  }
  speak(
    sprintf(
      /* translators: %s: number of alt texts. */
      _n('%s alt text undone.', '%s alt texts undone.', undone, 'altscribe'),
      formatNumber(undone),
    ),
  );
}

/** The images of a run that seem to be decorative and are not decided yet. */
export function listDecorative({ held }: Run): AltTextField[] {
  return held.filter(
    (field) =>
      getState(field).suggestion?.verdict === 'decorative' &&
      field.inPost?.surroundings.isLinked !== true,
  );
}

/** Marks them all. */
export async function markDecorative(): Promise<void> {
  for (const field of run ? listDecorative(run) : []) {
    await write(field, '', { isSilent: true, isDecorative: true });
  }
  change({ held: [] });
  speak(__('The images are marked as decorative.', 'altscribe'));
}

export function dismissRun(): void {
  show(null);
}

/** Removes the error that ended the last run, once it may be solved. */
export function forgetError(): void {
  change({ error: null });
}

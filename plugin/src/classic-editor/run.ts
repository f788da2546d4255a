import { speak } from '@wordpress/a11y';
import { __ } from '@wordpress/i18n';
import type { AltTextField } from '../common/alt-text-field/alt-text-field.ts';
import {
  generate,
  getState,
  undo,
  write,
  writeText,
  type Outcome,
} from '../common/alt-text-field/requests.ts';
import { runSummary } from '../common/run-questions.tsx';
import { announceStopping, announceUndone } from '../common/run/announce.ts';
import { askWhileBusy } from '../common/run/busy.ts';
import { type Run as SharedRun, newRun, runAll } from '../common/run/run.ts';

/** "Generate all missing": running, or finished. */
export type Run = SharedRun<AltTextField, AltTextField>;

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

const host = {
  getRun,
  change: (changes: Partial<Run>) => {
    show({ ...(run ?? newRun(0, [])), ...changes });
  },
  isStopped: () => run?.isStopping === true,
};

/**
 * Generates the texts of these images, or uses those of the media library where they exist. An
 * error that affects every image ends the run.
 */
export async function generateAll(
  images: readonly Missing[],
  withLibraryTexts = false,
): Promise<void> {
  if (run?.isRunning) {
    return;
  }
  const isFree = ({ libraryText }: Missing) => withLibraryTexts && libraryText !== '';
  const [free, others] = [images.filter(isFree), images.filter((image) => !isFree(image))];
  const job = {
    count: images.length,
    requests: others.length,
    // Texts from the library first.
    listGroups: () => [free, ...others.map((image) => [image])],
    work: (image: Missing) =>
      isFree(image) ? writeText(image.field, image.libraryText) : generateNext(image.field),
  };
  const error = await runAll(job, host);
  if (run) {
    // "The service could not be reached. 2 alt texts added."
    speak(`${error?.message ?? ''} ${runSummary(run)}`.trim());
  }
}

async function generateNext(field: AltTextField): Promise<Outcome> {
  const ask = async (): Promise<Outcome> => {
    const isWanted = field.read().trim() === '' && getState(field).suggestion === null;
    return isWanted && !field.inPost?.isGone()
      ? generate(field, { isOneOfMany: true })
      : { kind: 'unchanged' };
  };
  const outcome = await askWhileBusy(ask, {
    getBusyUntil: () => run?.busyUntil ?? null,
    setBusyUntil: (busyUntil) => {
      host.change({ busyUntil });
    },
    isStopped: host.isStopped,
  });
  return outcome ?? { kind: 'stopped' };
}

export function stop(): void {
  host.change({ isStopping: true, busyUntil: null });
  announceStopping();
}

/** Removes the new texts of the last run, except those that have changed since. */
export async function undoRun(): Promise<void> {
  const written = run?.applied ?? [];
  show(null);
  let undone = 0;
  for (const field of written) {
    undone += (await undo(field, { isSilent: true })) ? 1 : 0;
  }
  announceUndone(undone);
}

/** The images that seem to be decorative and are not decided yet. */
export function listDecorative(fields: readonly AltTextField[]): AltTextField[] {
  return fields.filter(
    (field) =>
      getState(field).suggestion?.verdict === 'decorative' &&
      // Not if the user has typed a text in the meantime.
      field.read().trim() === '' &&
      field.inPost?.surroundings.isLinked !== true,
  );
}

/** Marks all of these images. */
export async function markDecorative(fields: readonly AltTextField[]): Promise<void> {
  for (const field of listDecorative(fields)) {
    await write(field, '', { isSilent: true, isDecorative: true });
  }
  speak(__('The images are marked as decorative.', 'altscribe'));
}

export function dismissRun(): void {
  show(null);
}

/** Removes the error that ended the last run, once the cause may be gone. */
export function forgetError(): void {
  if (run) {
    host.change({ error: null });
  }
}

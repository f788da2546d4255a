import type { BatchItem, listItemsOf } from '../../common/batches-api.ts';
import type { EditorImage } from '../post/editor-image.ts';
import type { Watched } from '../post/watch.ts';

/** Seconds between requests for the same images. The last value repeats. */
const pauses = [3, 3, 5, 5, 10, 15, 30];

/** Maximum wait for a text, in milliseconds, because the queue may be paused or halted. */
const longestWait = 600_000;

/** The parts of the editor that are needed. If imported here, they would make the editor's script larger. */
export interface UploadEditor {
  images: Watched<EditorImage[]>;
  listItems: typeof listItemsOf;
  /** True unless the post had the image when it was opened. */
  isNew: (attachmentId: number) => boolean;
  writeText: (attachmentId: number, text: string) => void;
  /** Shows which images wait for their texts. */
  setQueued: (attachmentIds: number[]) => void;
  loadAccount: () => void;
  /** Shows the pending texts. */
  loadSuggestions: () => void;
}

/**
 * Waits for the texts of images that are uploaded while the editor is open, if the server generates
 * them on upload. Sends requests only while the post contains such an image without a text. Returns
 * a function that stops this.
 */
export function watchUploads({
  images,
  listItems,
  isNew,
  writeText,
  setQueued,
  loadAccount,
  loadSuggestions,
}: UploadEditor): () => void {
  /** When each new attachment was first seen, in milliseconds. */
  const waiting = new Map<number, number>();
  const settled = new Set<number>();
  let asked = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function onChange() {
    const missing = images.get().filter(({ state }) => state === 'missing');
    const present = new Set(missing.map(({ attachmentId }) => attachmentId));
    for (const id of waiting.keys()) {
      if (!present.has(id)) {
        waiting.delete(id);
      }
    }
    for (const id of present) {
      if (id !== null && !waiting.has(id) && !settled.has(id) && isNew(id)) {
        waiting.set(id, Date.now());
        asked = 0;
        plan();
      }
    }
  }

  function plan() {
    clearTimeout(timer);
    timer = setTimeout(() => void ask(), (pauses[asked] ?? pauses.at(-1) ?? 30) * 1000);
  }

  async function ask() {
    asked += 1;
    const ids = [...waiting.keys()];
    if (ids.length === 0) {
      return;
    }
    const result = await listItems(ids);
    let isCharged = false;
    let isHeld = false;
    if (result.ok) {
      setQueued(result.value.filter(isUnderWay).map((item) => item.attachment_id));
    }
    for (const id of ids) {
      const item = result.ok ? result.value.find((found) => found.attachment_id === id) : undefined;
      const isOver = Date.now() - (waiting.get(id) ?? 0) > longestWait;
      if (isOver || (result.ok && !isUnderWay(item))) {
        waiting.delete(id);
        settled.add(id);
        if (item?.state === 'written') {
          writeText(id, item.alt_text);
          isCharged = true;
        }
        isHeld ||= item?.state === 'suggested';
      }
    }
    if (isHeld) {
      loadSuggestions();
    }
    if (isCharged || isHeld) {
      loadAccount();
    }
    if (waiting.size > 0) {
      plan();
    }
  }

  const unsubscribe = images.subscribe(onChange);
  return () => {
    unsubscribe();
    clearTimeout(timer);
  };
}

/** Also false for an attachment that is not in a batch, such as an older one. */
function isUnderWay(item: BatchItem | undefined): boolean {
  return item?.state === 'waiting' || item?.state === 'running';
}

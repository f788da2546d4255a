import { useRegistry, type DataRegistry } from '@wordpress/data';
import { useEffect } from '@wordpress/element';
import { listItemsOf, type BatchItem } from '../../common/batches-api.ts';
import { editorBootData } from '../boot-data.ts';
import { watchImages } from '../post/watch.ts';
import { store } from '../store/index.ts';

/** Seconds between requests for the same images. The last value repeats. */
const pauses = [3, 3, 5, 5, 10, 15, 30];

/** Maximum wait for a text, in milliseconds, because the queue may be paused or halted. */
const longestWait = 600_000;

/**
 * Waits for the texts of images that are uploaded while the editor is open, if the server generates
 * them on upload. Sends requests only while the post contains such an image without a text. Returns
 * a function that stops this.
 */
export function watchUploads(registry: DataRegistry): () => void {
  const images = watchImages(registry);
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
    const result = await listItemsOf(ids);
    const { writeUploadText, loadAccount } = registry.dispatch(store);
    let isCharged = false;
    for (const id of ids) {
      const item = result.ok ? result.value.find((found) => found.attachment_id === id) : undefined;
      const isOver = Date.now() - (waiting.get(id) ?? 0) > longestWait;
      if (isOver || (result.ok && !isUnderWay(item))) {
        waiting.delete(id);
        settled.add(id);
        if (item?.state === 'written') {
          void writeUploadText(id, item.alt_text);
          isCharged = true;
        }
      }
    }
    if (isCharged) {
      void loadAccount();
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

/** The images that the post had when it was opened are ignored. */
function isNew(attachmentId: number): boolean {
  return !(attachmentId in editorBootData.attachments);
}

/** Also false for an attachment that is not in a batch, such as an older one. */
function isUnderWay(item: BatchItem | undefined): boolean {
  return item?.state === 'waiting' || item?.state === 'running';
}

/** Waits for the texts of uploads, on sites that generate them. */
export function UploadListener(): null {
  const registry = useRegistry();
  useEffect(
    () => (editorBootData.generatesOnUpload ? watchUploads(registry) : undefined),
    [registry],
  );
  return null;
}

import type { DataRegistry } from '@wordpress/data';
import { listImages, type EditorImage } from './images.ts';
import { reuseEqualItems } from './reuse-equal-items.ts';

/** The images of the post for components, which share one list. */
export interface WatchedImages {
  /** The same array as before if no image has changed. */
  get: () => EditorImage[];
  /** Calls back after the images have changed. Returns what ends that. */
  subscribe: (onChange: () => void) => () => void;
}

const watched = new WeakMap<DataRegistry, WatchedImages>();

/**
 * The images of the post, read once after each change of the editor, however many components show
 * them: a post may have hundreds, and every letter that the user types changes it several times.
 */
export function watchImages(registry: DataRegistry): WatchedImages {
  const known = watched.get(registry);
  if (known) {
    return known;
  }
  const images = createWatchedImages(registry);
  watched.set(registry, images);
  return images;
}

function createWatchedImages(registry: DataRegistry): WatchedImages {
  const reuse = reuseEqualItems<EditorImage>();
  const listeners = new Set<() => void>();
  let images: EditorImage[] = [];
  let isPlanned = false;
  let stopWatching = () => {};

  /** Returns true if an image has changed. */
  function read(): boolean {
    const before = images;
    images = reuse(listImages(registry));
    return images !== before;
  }

  /** A change of the editor is many changes of its stores, one after the other. */
  function plan() {
    if (!isPlanned) {
      isPlanned = true;
      queueMicrotask(() => {
        isPlanned = false;
        if (listeners.size > 0 && read()) {
          listeners.forEach((listener) => listener());
        }
      });
    }
  }

  return {
    get() {
      if (listeners.size === 0) {
        read();
      }
      return images;
    },
    subscribe(onChange) {
      if (listeners.size === 0) {
        stopWatching = registry.subscribe(plan);
        // What has changed since the component asked.
        plan();
      }
      listeners.add(onChange);
      return () => {
        listeners.delete(onChange);
        if (listeners.size === 0) {
          stopWatching();
        }
      };
    },
  };
}

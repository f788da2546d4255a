import { store as blockEditorStore } from '@wordpress/block-editor';
import type { DataRegistry } from '@wordpress/data';
import type { EditorImage } from './editor-image.ts';
import { listImages, reuseEqualItems } from './images.ts';

/** A value that is read from the stores of the editor and shared by components. */
export interface Watched<Value> {
  get: () => Value;
  /** Calls back after the value has changed. Returns a function that unsubscribes. */
  subscribe: (onChange: () => void) => () => void;
}

/** Minimum interval between updates while the user types, in milliseconds. */
const typingPause = 250;

/**
 * Returns a function that watches a value. It is read once after each change of the editor, however
 * many components show it: a post may have hundreds of images, and every typed letter changes the
 * stores several times.
 * @param stores       Names of the stores that the value is read from. Changes of other stores are
 *                     ignored, such as letters typed into a suggestion in Altscribe's own.
 * @param createReader Called once for each editor. The returned function reads the value and
 *                     returns the previous one (by identity) if nothing has changed.
 */
export function createWatch<Value extends string | object>(
  stores: readonly string[],
  createReader: (registry: DataRegistry) => () => Value,
): (registry: DataRegistry) => Watched<Value> {
  const watched = new WeakMap<DataRegistry, Watched<Value>>();
  return (registry) => {
    const value = watched.get(registry) ?? watch(registry, stores, createReader(registry));
    watched.set(registry, value);
    return value;
  };
}

function watch<Value extends string | object>(
  registry: DataRegistry,
  stores: readonly string[],
  read: () => Value,
): Watched<Value> {
  const listeners = new Set<() => void>();
  let value: Value | undefined;
  let isPlanned = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopWatching: (() => void)[] = [];

  function update() {
    isPlanned = false;
    clearTimeout(timer);
    timer = undefined;
    const before = value;
    if (listeners.size > 0) {
      value = read();
    }
    if (value !== before) {
      listeners.forEach((listener) => listener());
    }
  }

  /** One change of the editor consists of several store changes in a row. */
  function plan() {
    if (registry.select(blockEditorStore).isTyping()) {
      timer ??= setTimeout(update, typingPause);
    } else if (!isPlanned) {
      isPlanned = true;
      queueMicrotask(update);
    }
  }

  return {
    get() {
      if (value === undefined || listeners.size === 0) {
        value = read();
      }
      return value;
    },
    subscribe(onChange) {
      if (listeners.size === 0) {
        stopWatching = stores.map((store) => registry.subscribe(plan, store));
        // Changes since the component read the value.
        plan();
      }
      listeners.add(onChange);
      return () => {
        listeners.delete(onChange);
        if (listeners.size === 0) {
          stopWatching.forEach((stop) => stop());
        }
      };
    },
  };
}

/** The stores that images and the sources of bound attributes are read from. */
export const imageStores = ['core/block-editor', 'core/blocks', 'core/editor', 'core'];

/** The images of the post. The same array as before if no image has changed. */
export const watchImages = createWatch(imageStores, (registry) => {
  const reuse = reuseEqualItems<EditorImage>();
  return () => reuse(listImages(registry));
});

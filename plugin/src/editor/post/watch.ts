import { store as blockEditorStore } from '@wordpress/block-editor';
import type { DataRegistry } from '@wordpress/data';
import type { EditorImage } from './editor-image.ts';
import { listImages, reuseEqualItems } from './images.ts';

/** A value that is read from the stores of the editor, for components, which share it. */
export interface Watched<Value> {
  get: () => Value;
  /** Calls back after the value has changed. Returns what ends that. */
  subscribe: (onChange: () => void) => () => void;
}

/** While the user types, values follow at this distance, in milliseconds. */
const typingPause = 250;

/**
 * Returns a function that watches a value, which it reads once after each change of the editor,
 * however many components show it: a post may have hundreds of images, and every letter that the
 * user types changes the stores several times.
 *
 * @param stores       Names of the stores that the value is read from. Changes of any other are none of the
 *                     value: in Altscribe's own, each letter is one that is typed into a suggestion.
 * @param createReader Called once for each editor. What it returns reads the value, and returns the
 *                     same one as before (by identity) if nothing has changed.
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

  /** A change of the editor is many changes of its stores, one after the other. */
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
        // What has changed since the component asked.
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

/** What images and the sources of bound attributes are read from. */
export const imageStores = ['core/block-editor', 'core/blocks', 'core/editor', 'core'];

/** The images of the post: the same array as before if no image has changed. */
export const watchImages = createWatch(imageStores, (registry) => {
  const reuse = reuseEqualItems<EditorImage>();
  return () => reuse(listImages(registry));
});

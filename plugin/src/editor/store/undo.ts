import { findImage, writeAlt } from '../blocks.ts';
import type { Fill } from './state.ts';
import type { Thunk } from './thunk.ts';

/** Puts back what stood there, wherever the alt text is still the one we wrote. Returns how many. */
export const takeBack =
  (fills: readonly Fill[]): Thunk<number> =>
  ({ registry }) => {
    const untouched = fills.filter(
      ({ clientId, text }) => findImage(registry, clientId)?.alt === text,
    );
    // One write for each text that stood there: one undo step for all images that had none.
    for (const before of new Set(untouched.map((fill) => fill.before))) {
      const clientIds = untouched.filter((fill) => fill.before === before);
      writeAlt(
        registry,
        clientIds.map(({ clientId }) => clientId),
        before,
      );
    }
    return untouched.length;
  };

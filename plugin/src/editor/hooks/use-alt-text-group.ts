import { __experimentalUseSlotFills as experimentalUseSlotFills } from '@wordpress/components';

/** WordPress may take an experiment back: then no slot is known to have fills. */
const useSlotFills = orElse(experimentalUseSlotFills, () => undefined);

function orElse<Value>(value: Value | undefined, fallback: Value): Value {
  return value ?? fallback;
}

export type AltTextGroup = 'content' | 'default';

/**
 * The group of settings that contains the block's own field "Alternative text". In WordPress 7 that
 * is "content", a tab of its own: the field is its last one, and the controls follow it. In earlier
 * versions the field is the first one in the default group, and the controls stand above it.
 */
export function useAltTextGroup(): AltTextGroup {
  const fills = useSlotFills('InspectorControlsContent');
  return (fills?.length ?? 0) > 0 ? 'content' : 'default';
}

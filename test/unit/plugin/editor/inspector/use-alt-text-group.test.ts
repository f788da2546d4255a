// @vitest-environment jsdom
import { expect, it, vi } from 'vitest';

// A WordPress that took its experiment back.
vi.mock('@wordpress/components', () => ({ __experimentalUseSlotFills: undefined }));
const { useAltTextGroup } =
  await import('../../../../../plugin/src/editor/inspector/block-settings.tsx');

it('is the default group if WordPress does not list its groups', () => {
  expect(useAltTextGroup('image')).toBe('default');
});

// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { buttonName } from '../../../../plugin/src/common/accessible-button.tsx';

describe('buttonName', () => {
  it.each([
    ['generate', 'Generate alt text', 'Generate alt text for image 3'],
    ['rewrite', 'Rewrite', 'Rewrite alt text of image 3'],
    ['apply', 'Accept', 'Accept alt text of image 3'],
    ['dismiss', 'Reject', 'Reject alt text of image 3'],
    ['retry', 'Try again', 'Try again for image 3'],
    ['skip', 'Skip', 'Skip image 3'],
  ] as const)('for %s contains the visible "%s"', (button, visible, name) => {
    expect(buttonName(button, { number: 3 })).toBe(name);
    expect(name).toContain(visible);
  });
});

// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { isPublishing } from '../../../../../plugin/src/editor/pre-publish/pre-publish-panel.tsx';

describe('isPublishing', () => {
  it.each(['publish', 'future', 'private'])('is true from a draft to "%s"', (status) => {
    expect(isPublishing('draft', status)).toBe(true);
    expect(isPublishing('auto-draft', status)).toBe(true);
  });
  it('is false if the post is already published or is only saved', () => {
    expect(isPublishing('publish', 'publish')).toBe(false);
    expect(isPublishing('future', 'publish')).toBe(false);
    expect(isPublishing('draft', undefined)).toBe(false);
    expect(isPublishing('draft', 'pending')).toBe(false);
  });
});

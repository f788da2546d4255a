// @vitest-environment jsdom
import { describe, expect, it, vi } from 'vitest';
import { blockEditorStore, editorStore } from '../fake-editor.ts';

vi.mock('@wordpress/block-editor', () => ({ store: blockEditorStore }));
vi.mock('@wordpress/editor', () => ({ store: editorStore }));
vi.mock('@wordpress/blocks', () => ({ getBlockType: () => undefined }));
const { formatImageContext } =
  await import('../../../../../plugin/src/editor/post/generate-request.ts');

describe('formatImageContext', () => {
  it('leaves out what is empty', () => {
    expect(formatImageContext({ caption: undefined, linkTarget: '' }, undefined)).toBe('');
    const image = { caption: 'Our <b>team</b>', linkTarget: 'https://example.com/team' };
    expect(formatImageContext(image, 'About us')).toBe(
      'Caption: Our team\nLink target: https://example.com/team\nHeading above: About us',
    );
  });

  it('has at most 2,000 characters and no half one', () => {
    const caption = `${'x'.repeat(1990)}${'😀'.repeat(20)}`;
    const text = formatImageContext({ caption, linkTarget: '' }, '');
    expect(text.length).toBeLessThanOrEqual(2_000);
    expect(text.isWellFormed()).toBe(true);
  });
});

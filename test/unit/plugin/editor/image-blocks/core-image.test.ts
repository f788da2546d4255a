// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest';

const getBlockType = vi.hoisted(() => vi.fn());
vi.mock('@wordpress/blocks', () => ({ getBlockType }));
const { coreImage } = await import('../../../../../plugin/src/editor/image-blocks/registry.ts');

const url = 'https://example.com/a.jpg';

beforeEach(() => {
  getBlockType.mockReturnValue({ attributes: { isDecorative: {} } });
});

describe('readImage', () => {
  it.each([
    ['an image', { url }, false],
    ['an upload', { blob: 'blob:x' }, true],
    ['an old upload', { url: 'blob:x' }, true],
  ])('reads whether %s is uploading', (_name, attributes, isUploading) => {
    expect(coreImage.readImage(attributes)?.isUploading).toBe(isUploading);
  });

  it('reads "decorative" only if WordPress supports it', () => {
    expect(coreImage.readImage({ url, isDecorative: true })?.isDecorative).toBe(true);
    expect(coreImage.readImage({ url })?.isDecorative).toBe(false);
    getBlockType.mockReturnValue({ attributes: {} });
    expect(coreImage.readImage({ url, isDecorative: true })?.isDecorative).toBe(false);
  });

  it.each([
    ['to a page', { href: 'https://example.com/' }, true, 'https://example.com/'],
    ['to its own file', { href: url, linkDestination: 'media' }, true, ''],
    ['to its own page', { href: '/?attachment_id=7', linkDestination: 'attachment' }, true, ''],
    ['to nowhere', { href: '' }, false, ''],
    ['without a link', {}, false, ''],
  ])('reads a link %s', (_name, link, isLinked, linkTarget) => {
    expect(coreImage.readImage({ url, ...link })).toMatchObject({ isLinked, linkTarget });
  });

  it('finds no image in an empty block', () => {
    expect(coreImage.readImage({ alt: 'left over' })).toBeUndefined();
  });
});

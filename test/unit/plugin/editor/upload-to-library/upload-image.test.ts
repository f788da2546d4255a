// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  blockEditorStore,
  calls,
  editorSettings,
  editorStore,
  imageBlock,
  openEditor,
  type FakeUpload,
} from '../fake-editor.ts';

vi.mock('@wordpress/block-editor', () => ({ store: blockEditorStore }));
vi.mock('@wordpress/editor', () => ({ store: editorStore }));
vi.mock('@wordpress/blocks', () => ({
  getBlockType: () => ({ attributes: {} }),
  getBlockBindingsSource: () => undefined,
}));
const apiFetch = vi.hoisted(() => vi.fn());
vi.mock('@wordpress/api-fetch', () => ({ default: apiFetch }));
const { canUpload, needsUpload, uploadImage } =
  await import('../../../../../plugin/src/editor/upload-to-library/upload-image.ts');
const { listImages } = await import('../../../../../plugin/src/editor/post/images.ts');

const url = 'https://example.com/photos/boat%20one.png?size=2';
const blocks = {
  a: { name: 'core/image', attributes: { url, alt: 'By hand' } },
  b: { name: 'core/image', attributes: { url: 'https://example.com/other.png' } },
  c: { name: 'core/media-text', attributes: { mediaUrl: url, mediaType: 'image' } },
  d: imageBlock(3),
  e: {
    name: 'jetpack/slideshow',
    attributes: { images: [{ url: 'x.png', id: 4 }, { url }, null] },
  },
};
const uploaded = { id: 9, url: 'https://site.test/boat-one.png' };

const mediaUpload = vi.fn<(upload: FakeUpload) => void>();

function open() {
  const registry = openEditor(blocks);
  const images = listImages(registry);
  const read = (id: string) => registry.select(blockEditorStore).getBlockAttributes(id);
  const upload = () => uploadImage(registry, images[0] as (typeof images)[number]);
  return { registry, images, read, upload };
}

beforeEach(() => {
  editorSettings.mediaUpload = mediaUpload;
  mediaUpload.mockReset();
  apiFetch.mockReset();
  const image = new Blob(['x'], { type: 'image/png' });
  vi.stubGlobal(
    'fetch',
    vi
      .fn()
      .mockImplementation(() => Promise.resolve({ ok: true, blob: () => Promise.resolve(image) })),
  );
});

describe('canUpload', () => {
  it('is true for users who may upload and images outside the library', () => {
    const { registry, images } = open();
    expect(images.map((image) => canUpload(registry, image))).toEqual([
      true,
      true,
      true,
      false,
      false,
      true,
    ]);
    delete editorSettings.mediaUpload;
    expect(images.some((image) => canUpload(registry, image))).toBe(false);
  });
});

describe('uploadImage', () => {
  it('replaces the image in every block that shows it, in one undo step, and keeps the texts', async () => {
    const { read, upload } = open();
    mediaUpload.mockImplementation(({ onFileChange }) => {
      onFileChange([{ url: 'blob:1' }]);
      onFileChange([uploaded]);
    });
    expect(await upload()).toEqual({ ok: true, value: uploaded });
    expect(mediaUpload.mock.calls[0]?.[0].filesList[0]).toMatchObject({
      name: 'boat one.png',
      type: 'image/png',
    });
    expect(read('a')).toEqual({ ...uploaded, alt: 'By hand' });
    expect(read('b')).toEqual(blocks.b.attributes);
    expect(read('c')).toMatchObject({ mediaId: 9, mediaUrl: uploaded.url });
    expect(read('e')).toEqual({ images: [{ url: 'x.png', id: 4 }, uploaded, null] });
    const updates = calls.filter((call) => call === 'updateBlockAttributes');
    expect(calls).toEqual(['closeUndoStep', ...updates, 'closeUndoStep']);
  });

  it("reports WordPress's message and changes nothing", async () => {
    const { read, upload } = open();
    mediaUpload.mockImplementation(({ onFileChange, onError }) => {
      onFileChange([]);
      onError('Sorry, you are not allowed to upload this file type.');
    });
    expect(await upload()).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('not allowed') as string },
    });
    expect(read('a')).toEqual(blocks.a.attributes);
  });

  it.each([
    ['The response is not a valid JSON response.', /^Your site sent an unexpected response\./],
    ['<p>The disk is <b>full</b>.</p>', /^The disk is full\.$/],
  ])('shows neither JSON nor HTML: %s', async (message, shown) => {
    mediaUpload.mockImplementation(({ onError }) => {
      onError({ code: 'GENERAL', message });
    });
    expect(await open().upload()).toMatchObject({
      error: { message: expect.stringMatching(shown) as string },
    });
  });

  it('lets WordPress fetch an image that the browser may not read', async () => {
    vi.stubGlobal('fetch', vi.fn().mockRejectedValue(new TypeError('Failed to fetch')));
    apiFetch.mockResolvedValue({ id: 9, source_url: uploaded.url });
    const { read, upload } = open();
    expect(await upload()).toEqual({ ok: true, value: uploaded });
    expect(apiFetch).toHaveBeenCalledWith({
      path: '/wp/v2/media',
      method: 'POST',
      data: { url, post: 5 },
    });
    expect(read('a')).toMatchObject(uploaded);
    // As WordPress 6.8 responds.
    apiFetch.mockRejectedValue({ code: 'rest_upload_no_data', message: 'No data supplied.' });
    expect(await open().upload()).toMatchObject({
      error: { message: expect.stringContaining('could not be downloaded') as string },
    });
  });
});

describe('needsUpload', () => {
  it('is true if the image is fine but its address cannot be used', () => {
    expect(needsUpload({ problem: 'image_embedded' })).toBe(true);
    expect(needsUpload({ problem: 'image_forbidden' })).toBe(true);
    expect(needsUpload({ problem: 'image_not_found' })).toBe(false);
    expect(needsUpload({ problem: 'file_too_large' })).toBe(false);
    expect(needsUpload({})).toBe(false);
  });
});

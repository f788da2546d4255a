// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { listImages } from '../../../../../plugin/src/editor/post/images.ts';
import {
  canUpload,
  needsUpload,
  uploadImage,
} from '../../../../../plugin/src/editor/upload-to-library/upload-image.ts';
import {
  attributes as read,
  blockActions,
  imageBlock,
  openEditor,
  registry,
  serveWordPress,
} from '../open-editor.ts';

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

/** A call of WordPress's setting `mediaUpload`. */
interface Upload {
  filesList: File[];
  onFileChange: (media: { id?: number; url?: string }[]) => void;
  onError: (message: unknown) => void;
}

const mediaUpload = vi.fn<(upload: Upload) => void>();
const mayUpload = (upload: object | undefined) =>
  void blockActions()['updateSettings']?.({ mediaUpload: upload });

function open() {
  openEditor(blocks);
  mayUpload(mediaUpload);
  const images = listImages(registry);
  const upload = () => uploadImage(registry, images[0] as (typeof images)[number]);
  return { images, upload };
}

beforeEach(() => {
  mediaUpload.mockReset();
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
    const { images } = open();
    expect(images.map((image) => canUpload(registry, image))).toEqual([
      true,
      true,
      true,
      false,
      false,
      true,
    ]);
    mayUpload(undefined);
    expect(images.some((image) => canUpload(registry, image))).toBe(false);
  });
});

describe('uploadImage', () => {
  it('replaces the image in every block that shows it, and keeps the texts', async () => {
    const { upload } = open();
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
  });

  it("reports WordPress's message and changes nothing", async () => {
    const { upload } = open();
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
    serveWordPress.mockResolvedValue({ id: 9, source_url: uploaded.url });
    const { upload } = open();
    expect(await upload()).toEqual({ ok: true, value: uploaded });
    expect(serveWordPress.mock.lastCall?.[0]).toMatchObject({
      path: '/wp/v2/media',
      method: 'POST',
      data: { url, post: 5 },
    });
    expect(read('a')).toMatchObject(uploaded);
    // As WordPress 6.8 responds.
    serveWordPress.mockRejectedValue({ code: 'rest_upload_no_data', message: 'No data supplied.' });
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

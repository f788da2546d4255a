// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  canEditAttachment,
  editAttachments,
  isAddressOf,
  leaveAttachments,
  loadAttachment,
  saveAttachments,
} from '../../../../../plugin/src/editor/post/attachments.ts';
import {
  loadAttachment as haveLoaded,
  openEditor,
  registry,
  serveWordPress,
  settle,
} from '../open-editor.ts';

/** What was asked of the attachments: the method or the text that is saved. */
const asked = () =>
  serveWordPress.mock.calls.flatMap(([{ path, data }]) =>
    path.startsWith('/wp/v2/media/') ? [[path.split(/[/?]/)[4], data?.['alt_text']]] : [],
  );

beforeEach(() => {
  // WordPress's stores ask the site after a moment.
  vi.useRealTimers();
  openEditor({});
});

describe('loadAttachment', () => {
  const refused = (status: number) => new Response('{"code":"x"}', { status });

  it.each([401, 403, 404])('reports after %s that the user may not edit it', async (status) => {
    serveWordPress.mockRejectedValue(refused(status));
    expect(await loadAttachment(registry, 7)).toEqual({ ok: true, value: false });
    expect(canEditAttachment(registry, 7)).toBe(false);
    await loadAttachment(registry, 7);
    expect(asked()).toHaveLength(1);
  });

  it.each([
    ['500', refused(500), 'image_failed'],
    ['JSON of 500', { code: 'internal_server_error', data: { status: 500 } }, 'image_failed'],
    ['no network', { code: 'offline_error', message: 'Offline.' }, 'site_unreachable'],
  ])('locks nothing after %s, and asks again', async (_case, error, code) => {
    serveWordPress.mockRejectedValueOnce(error);
    expect(await loadAttachment(registry, 7)).toMatchObject({ ok: false, error: { code } });
    expect(canEditAttachment(registry, 7)).toBe(true);
    const record = JSON.stringify({ id: 7, alt_text: '' });
    serveWordPress.mockImplementation(() => Promise.resolve(new Response(record)));
    expect(await loadAttachment(registry, 7)).toEqual({ ok: true, value: true });
  });
});

describe('saveAttachments', () => {
  const write = (id: number, alt: string, isOwn = false) => {
    editAttachments(registry, [{ id, alt, isDecorative: false, isOwn }], false);
  };

  beforeEach(() => {
    for (const id of [7, 8]) {
      haveLoaded(id, { alt_text: '', meta: {} });
    }
  });

  it('saves selected changes again that could not be saved', async () => {
    write(7, 'A text');
    write(8, 'A text');
    leaveAttachments(registry);
    await saveAttachments(registry);
    expect(asked()).toEqual([]);

    // WordPress saves what the user selected, and fails.
    serveWordPress.mockRejectedValueOnce({ code: 'x', message: 'Not saved.' });
    const { saveEditedEntityRecord } = registry.dispatch('core') as unknown as {
      saveEditedEntityRecord: (...record: unknown[]) => Promise<unknown>;
    };
    await saveEditedEntityRecord('postType', 'attachment', 7);
    serveWordPress.mockResolvedValue({ id: 7, alt_text: 'A text' });
    await saveAttachments(registry);
    expect(asked()).toEqual([
      ['7', 'A text'],
      ['7', 'A text'],
    ]);
  });

  it('saves a featured image again whose text is undone during its save', async () => {
    const answers: (() => void)[] = [];
    serveWordPress.mockImplementation(
      ({ data }) => new Promise((done) => answers.push(() => done({ id: 8, ...data }))),
    );
    write(8, 'A text', true);
    await expect.poll(asked).toEqual([['8', 'A text']]);
    write(8, '', true);
    await settle();
    expect(asked()).toHaveLength(1);
    answers.shift()?.();
    await expect.poll(asked).toEqual([
      ['8', 'A text'],
      ['8', ''],
    ]);
    answers.shift()?.();
  });
});

describe('isAddressOf', () => {
  const file = '2026/11/my boat.jpg';

  it.each([
    ['https://example.com/wp-content/uploads/2026/11/my%20boat.jpg', true],
    ['https://cdn.example.com/2026/11/my boat-640x480.jpg?w=9#x', true],
    ['/uploads/2026/11/my%20boat-scaled.jpg', true],
    ['/uploads/2026/11/my%20boat-e1700000000000-640x480.jpg', true],
    ['/uploads/2026/10/my%20boat.jpg', false],
    ['/uploads/2026/11/not my boat.jpg', false],
    ['/uploads/2026/11/my%20boat.png', false],
    ['/uploads/2026/11/%', false],
    ['', false],
  ])('%s: %s', (url, isIts) => {
    expect(isAddressOf({ file }, url)).toBe(isIts);
  });

  it('knows the files of an attachment that was scaled down, and none without a file', () => {
    expect(isAddressOf({ file: '2026/11/b-scaled.jpg' }, '/u/2026/11/b-300x200.jpg')).toBe(true);
    expect(isAddressOf({ file: '' }, '/uploads/')).toBe(false);
  });
});

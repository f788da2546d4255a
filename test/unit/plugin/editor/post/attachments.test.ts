// @vitest-environment jsdom
import { createReduxStore, createRegistry } from '@wordpress/data';
import { describe, expect, it, vi } from 'vitest';

const { canEditAttachment, editAttachments, leaveAttachments, loadAttachment, saveAttachments } =
  await import('../../../../../plugin/src/editor/post/attachments.ts');

/** WordPress's store with its own way to ask, and the answers that a test gives. */
function open(ask: () => Promise<object>) {
  const registry = createRegistry();
  registry.register(
    createReduxStore('core', {
      reducer: (records: object[] = [], { record }: { type: string; record?: object }) =>
        record ? [...records, record] : records,
      actions: { receive: (record: object) => ({ type: 'RECEIVE', record }) },
      selectors: { getEntityRecord: (records: object[]) => records[0], getMedia: () => undefined },
      resolvers: {
        getEntityRecord:
          () =>
          async ({ dispatch }: { dispatch: { receive: (record: object) => void } }) => {
            dispatch.receive(await ask());
          },
      },
    }),
  );
  return registry;
}

const refused = (status: number) => new Response('{"code":"x"}', { status });

describe('loadAttachment', () => {
  it.each([401, 403, 404])('reports after %s that the user may not edit it', async (status) => {
    const ask = vi.fn<() => Promise<object>>().mockRejectedValue(refused(status));
    const registry = open(ask);
    expect(await loadAttachment(registry, 7)).toEqual({ ok: true, value: false });
    expect(canEditAttachment(registry, 7)).toBe(false);
    await loadAttachment(registry, 7);
    expect(ask).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['500', refused(500), 'image_failed'],
    ['JSON of 500', { code: 'internal_server_error', data: { status: 500 } }, 'image_failed'],
    ['no network', { code: 'offline_error', message: 'Offline.' }, 'site_unreachable'],
  ])('locks nothing after %s, and asks again', async (_case, error, code) => {
    const ask = vi.fn<() => Promise<object>>().mockRejectedValueOnce(error);
    ask.mockResolvedValue({ alt_text: '' });
    const registry = open(ask);
    expect(await loadAttachment(registry, 7)).toMatchObject({ ok: false, error: { code } });
    expect(canEditAttachment(registry, 7)).toBe(true);
    expect(await loadAttachment(registry, 7)).toEqual({ ok: true, value: true });
  });
});

describe('saveAttachments', () => {
  const save = vi.fn<(id: number) => void>();
  const edited = (id: number) => ({ id, alt: 'A text', isDecorative: false, isOwn: false });

  /** WordPress's store, whose saves fail or not, as a test says. */
  function openEdited() {
    const registry = createRegistry();
    registry.register(
      createReduxStore('core', {
        reducer: (
          errors: Record<number, Error> = {},
          { id, error }: { type: string; id?: number; error?: Error },
        ) => (id !== undefined && error ? { ...errors, [id]: error } : errors),
        actions: {
          editEntityRecord: () => ({ type: 'EDIT' }),
          fail: (id: number, error: Error) => ({ type: 'FAIL', id, error }),
          saveEditedEntityRecord: (_kind: string, _name: string, id: number) => {
            save(id);
            return { type: 'SAVE' };
          },
        },
        selectors: {
          getEditedEntityRecord: () => ({}),
          hasEditsForEntityRecord: () => true,
          getLastEntitySaveError: (
            errors: Record<number, Error>,
            _kind: string,
            _name: string,
            id: number,
          ) => errors[id],
        },
      }),
    );
    save.mockReset();
    const fail = (id: number) => {
      const { fail: dispatchFail } = registry.dispatch('core') as {
        fail: (id: number, error: Error) => void;
      };
      dispatchFail(id, new Error('It could not be saved.'));
    };
    return { registry, fail };
  }

  it('saves selected changes again that could not be saved', async () => {
    const { registry, fail } = openEdited();
    editAttachments(registry, [edited(7), edited(8)], false);
    leaveAttachments(registry);
    await saveAttachments(registry);
    expect(save).not.toHaveBeenCalled();
    fail(7);
    await saveAttachments(registry);
    expect(save.mock.calls).toEqual([[7]]);
  });

  it('does not save a change unticked after a failure until it is written again', async () => {
    const { registry, fail } = openEdited();
    fail(9);
    editAttachments(registry, [edited(9)], false);
    leaveAttachments(registry);
    await saveAttachments(registry);
    expect(save.mock.calls.flat()).not.toContain(9);
    editAttachments(registry, [edited(9)], false);
    await saveAttachments(registry);
    expect(save.mock.calls.flat()).toContain(9);
  });
});

it('saves a featured image again whose text is undone during its save', async () => {
  const calls: string[] = [];
  let finish = () => {};
  const registry = createRegistry();
  registry.register(
    createReduxStore('core', {
      reducer: (state: object = {}) => state,
      actions: {
        editEntityRecord: (_kind: string, _name: string, _id: number, edits: object) => {
          calls.push(JSON.stringify(edits));
          return { type: 'EDIT' };
        },
        saveEditedEntityRecord: () => () =>
          new Promise<void>((resolve) => {
            calls.push('save');
            finish = resolve;
          }),
      },
      selectors: { getEditedEntityRecord: () => ({}) },
    }),
  );
  const own = (alt: string) => [{ id: 9, alt, isDecorative: false, isOwn: true }];
  const [written, undone] = ['{"alt_text":"A text"}', '{"alt_text":""}'];
  editAttachments(registry, own('A text'), false);
  editAttachments(registry, own(''), false);
  expect(calls).toEqual([written, 'save', undone]);
  finish();
  await vi.waitFor(() => expect(calls.slice(3)).toEqual([undone, 'save']));
  finish();
});

// @vitest-environment jsdom
import { RegistryProvider } from '@wordpress/data';
import { createElement, createRoot } from '@wordpress/element';
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useBlockingError } from '../../../../../plugin/src/editor/hooks/use-service.ts';
import { openEditor, registry, serve, store } from '../open-editor.ts';

const credits_error = {
  code: 'altscribe_insufficient_credits',
  message: 'You have no credits left.',
  data: {},
};

let reason: string | undefined;
function Probe() {
  reason = useBlockingError()?.message;
  return null;
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
});

afterEach(() => {
  vi.unstubAllGlobals();
});

it('blocks requests for a minute after a balance of zero, then lets the service decide', async () => {
  openEditor({});
  serve.mockResolvedValue({ plan_type: 'free', credits_available: 0, credits_error });
  const root = createRoot(document.createElement('div'));
  const probe = createElement(RegistryProvider, { value: registry }, createElement(Probe));
  await act(async () => {
    await registry.dispatch(store).loadAccount();
    root.render(probe);
    await Promise.resolve();
  });
  expect(reason).toBe('You have no credits left.');
  await act(() => vi.advanceTimersByTimeAsync(59_000));
  expect(reason).toBe('You have no credits left.');
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  expect(reason).toBeUndefined();
  // The last response of the service is still stored.
  expect(registry.select(store).getAccount()?.creditsError).not.toBeNull();

  await act(() => registry.dispatch(store).loadAccount());
  expect(reason).toBe('You have no credits left.');
});

// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { answer, apiFetch, block, failure, registry, store } from './open-store.ts';

describe('the cost of a request', () => {
  const regenerate = () => apiFetch.mock.lastCall?.[0].data['regenerate'];

  it('bypasses the cache only for a text that the service has already returned', async () => {
    apiFetch.mockResolvedValue(answer('A cat'));
    const { generate } = registry.dispatch(store);
    await generate(block('c'));
    expect(regenerate()).toBe(false);
    await generate(block('c'));
    expect(regenerate()).toBe(true);
    await generate(block('c'), { textLength: 'short' });
    expect(apiFetch.mock.lastCall?.[0].data).toMatchObject({
      text_length: 'short',
      regenerate: false,
    });
    await generate(block('c'), { textLength: 'short' });
    expect(regenerate()).toBe(true);
    await generate(block('a'));
    await generate(block('a'));
    expect(regenerate()).toBe(true);
  });

  it('remembers that a text was free', async () => {
    apiFetch.mockResolvedValue({ ...answer('A cat'), is_from_cache: true });
    await registry.dispatch(store).generate(block('c'));
    expect(registry.select(store).getRequestState(block('c')).suggestion).toMatchObject({
      text: 'A cat',
      isFree: true,
    });
  });
});

describe('loadAccount', () => {
  it('keeps the error of loading the account until it loads', async () => {
    apiFetch.mockRejectedValueOnce(failure('altscribe_unreachable'));
    await registry.dispatch(store).loadAccount();
    expect(registry.select(store).getAccountError()?.code).toBe('altscribe_unreachable');
    const creditsError = failure('altscribe_insufficient_credits', { plan_type: 'pro' });
    apiFetch.mockResolvedValueOnce({
      plan_type: 'pro',
      credits_available: 0,
      credits_error: creditsError,
    });
    await registry.dispatch(store).loadAccount();
    expect(registry.select(store).getAccountError()).toBeNull();
    expect(registry.select(store).getAccount()?.creditsError?.message).toBe('A sentence.');
  });
});

// @vitest-environment jsdom
import { createElement, createRoot } from '@wordpress/element';
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useCountdown, useHasPassed } from '../../../../plugin/src/common/hooks.ts';

const found = { hasPassed: false, seconds: 0 };
let root: ReturnType<typeof createRoot>;

function Probe({ since, until }: { since: number | null; until: number | null }) {
  found.hasPassed = useHasPassed(5_000, since);
  found.seconds = useCountdown(until);
  return null;
}

const show = (since: number | null, until: number | null = null) => {
  act(() => {
    root.render(createElement(Probe, { since, until }));
  });
};
const pass = (ms: number) => {
  act(() => {
    vi.advanceTimersByTime(ms);
  });
};

beforeEach(() => {
  vi.useFakeTimers();
  root = createRoot(document.createElement('div'));
});
afterEach(() => {
  act(() => {
    root.unmount();
  });
  vi.useRealTimers();
});

it('knows when a duration has passed, and begins anew with another start', () => {
  show(null);
  pass(10_000);
  expect(found.hasPassed).toBe(false);
  show(Date.now() - 1_000);
  pass(3_999);
  expect(found.hasPassed).toBe(false);
  pass(1);
  expect(found.hasPassed).toBe(true);
  show(Date.now());
  expect(found.hasPassed).toBe(false);
  pass(5_000);
  expect(found.hasPassed).toBe(true);
  show(null);
  expect(found.hasPassed).toBe(false);
});

it('counts whole seconds down to 0', () => {
  show(null);
  expect(found.seconds).toBe(0);
  show(null, Date.now() + 2_500);
  expect(found.seconds).toBe(3);
  pass(1_000);
  expect(found.seconds).toBe(2);
  pass(2_000);
  expect(found.seconds).toBe(0);
});

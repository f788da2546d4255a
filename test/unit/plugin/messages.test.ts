// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import {
  concernsEveryImage,
  problemMessage,
  remedyFor,
} from '../../../plugin/src/common/messages.ts';
import type { Problem } from '../../../plugin/src/common/problem.ts';

const problems: Problem[] = [
  { kind: 'not_connected' },
  { kind: 'insufficient_credits', userId: 'site@example.com', planType: 'free' },
  { kind: 'insufficient_credits', userId: null, planType: null },
  { kind: 'rate_limited', retryAfterSeconds: 24 },
  { kind: 'key_refused' },
  { kind: 'unknown_account', userId: null },
  { kind: 'unreachable' },
  { kind: 'not_the_service' },
  { kind: 'image_unreadable', message: 'This image could not be read: too large.' },
  { kind: 'invalid_request', message: 'The title is too long.' },
  { kind: 'invalid_fields', fields: { title: 'Too long.' } },
  { kind: 'session_expired' },
  { kind: 'site_unreachable' },
  { kind: 'other', message: '' },
];

describe('problemMessage', () => {
  it.each(problems)('makes a sentence of $kind', (problem) => {
    for (const canManage of [true, false]) {
      expect(problemMessage(problem, canManage)).toMatch(/^[A-Z].*\.$/);
    }
  });

  it('uses the agreed words', () => {
    expect(problems.map((problem) => problemMessage(problem, false))).toEqual(
      expect.arrayContaining([
        'Ask an administrator to connect Altscribe.',
        'You have no credits left. Ask the owner of site@example.com to add some.',
        "The service is busy with your site's requests. Going on in 24 s.",
        'The alt text service could not be reached. Nothing was changed.',
      ]),
    );
  });
});

describe('remedyFor', () => {
  it('sends only those to the settings who may open them', () => {
    expect(remedyFor({ kind: 'key_refused' }, true)).toBe('settings');
    expect(problems.map((problem) => remedyFor(problem, false))).not.toContain('settings');
  });

  it('offers to try again where that may help', () => {
    expect(remedyFor({ kind: 'unreachable' }, false)).toBe('retry');
    expect(remedyFor({ kind: 'invalid_request', message: '' }, true)).toBeNull();
  });
});

describe('concernsEveryImage', () => {
  it('lets a run go on only past what is wrong with one image', () => {
    const passed = problems.filter((problem) => !concernsEveryImage(problem));
    expect(passed.map(({ kind }) => kind)).toEqual(['image_unreadable', 'invalid_request']);
  });
});

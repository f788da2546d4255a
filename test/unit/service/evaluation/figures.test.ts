import { expect, test } from 'vitest';
import { summarise } from '../../../../service/evaluation/figures.ts';
import type { AnsweredRow, FailedRow } from '../../../../service/evaluation/evaluate-image.ts';

function answered(fields: Partial<AnsweredRow> = {}): AnsweredRow {
  return {
    file: 'a.png',
    language: 'en',
    seconds: 1,
    text: 'A red bicycle',
    findings: [],
    language_matches: true,
    expected_found: null,
    avoided: null,
    purpose: null,
    labelled_purpose: null,
    labelled_text: null,
    verdict: null,
    reason: null,
    comparison: null,
    ...fields,
  };
}

const failed: FailedRow = { file: 'b.png', language: 'en', seconds: 9, error: 'No answer.' };

test('counts only answered images with a label to compare', () => {
  const figures = summarise([
    answered({ expected_found: true, avoided: false, verdict: 'ok', seconds: 1 }),
    answered({ expected_found: false, findings: ['keyword-stuffing', 'long'], seconds: 2 }),
    answered({ language_matches: false, findings: ['too-short'], text: 'x'.repeat(150) }),
    answered({ avoided: true, verdict: 'needs-fix', text: 'x'.repeat(149), seconds: 3 }),
    failed,
  ]);
  expect(figures).toMatchObject({
    images: 5,
    answered: { count: 4, of: 5 },
    passed_checks: { count: 2, of: 4 },
    language_matches: { count: 3, of: 4 },
    keyword_stuffing: { count: 1, of: 4 },
    expected_found: { count: 1, of: 2 },
    avoided: { count: 1, of: 2 },
    judged_ok: { count: 1, of: 2 },
    length: { median: 13, longest: 150 },
    length_150_and_over: { count: 1, of: 4 },
    seconds: { median: 1, longest: 3 },
  });
});

test('distinguishes a missed purpose from a wrong one', () => {
  const figures = summarise([
    answered({ labelled_purpose: 'decorative', purpose: 'decorative' }),
    answered({ labelled_purpose: 'decorative', purpose: 'informative' }),
    answered({ labelled_purpose: 'functional', purpose: 'decorative' }),
    answered({ labelled_purpose: 'functional', purpose: null }),
    answered({ labelled_purpose: null, purpose: 'functional' }),
  ]);
  expect(figures.decorative).toEqual({ right: { count: 1, of: 3 }, missed: 1, wrongly: 1 });
  expect(figures.functional).toEqual({ right: { count: 2, of: 3 }, missed: 1, wrongly: 0 });
});

test('has no figures without any answer', () => {
  expect(summarise([failed])).toMatchObject({
    answered: { count: 0, of: 1 },
    passed_checks: { count: 0, of: 0 },
    length: { median: null, longest: null },
    seconds: { median: null, longest: null },
  });
});

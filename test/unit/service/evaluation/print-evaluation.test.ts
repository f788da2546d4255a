import { expect, test, vi } from 'vitest';
import { printEvaluation, type Evaluation } from '../../../../service/cli/print-evaluation.ts';
import { summariseComparisons, type Comparison } from '../../../../service/evaluation/compare.ts';
import type { AnsweredRow, Row } from '../../../../service/evaluation/evaluate-image.ts';
import { summarise } from '../../../../service/evaluation/figures.ts';

const scoresOf = (score: number) => ({
  ...{ accuracy: score, relevance: score, completeness: score, economy: score, overall: score },
});

const comparison = (preferred: Comparison['preferred'], to: number): Comparison => ({
  ...{ earlier_text: 'Earlier', preferred, reasons: [] },
  scores: { new: scoresOf(to), earlier: scoresOf(3) },
});

const answered = (fields: Partial<AnsweredRow> = {}): AnsweredRow => ({
  ...{ file: 'a.png', language: 'en', seconds: 1.25, text: 'A red bicycle', findings: [] },
  ...{ language_matches: true, expected_found: null, avoided: null, purpose: null },
  ...{ labelled_purpose: null, labelled_text: null, verdict: null, reason: null },
  comparison: null,
  ...fields,
});

const rows: readonly Row[] = [
  answered({ comparison: comparison('new', 5) }),
  answered({ text: 'Red bicycle, '.repeat(12), verdict: 'ok', reason: 'Fine.' }),
  answered({
    ...{ file: 'b.png', language: 'de', findings: ['keyword-stuffing', 'single-word'] },
    ...{ language_matches: false, expected_found: false, avoided: false },
    ...{ purpose: 'informative', labelled_purpose: 'decorative', verdict: 'needs-fix' },
    ...{ reason: 'It is English.', comparison: comparison('earlier', 2) },
  }),
  answered({ reason: 'No verdict.', comparison: comparison('tie', 3), expected_found: true }),
  answered({ purpose: 'functional', labelled_purpose: 'functional', avoided: true }),
  { file: 'c.png', language: 'en', seconds: 0.1, error: 'The image is damaged.' },
];

const evaluation = (of: readonly Row[], answered_by_fallback = 0): Evaluation => ({
  ...{ models: ['openai a', 'gemini b'], answered_by_fallback, figures: summarise(of), rows: of },
  comparison: summariseComparisons(
    of.flatMap((row) => ('comparison' in row && row.comparison ? [row.comparison] : [])),
  ),
});

test('prints a table of the images, and what they add up to', async () => {
  const lines: string[] = [];
  const log = vi.spyOn(console, 'log').mockImplementation((line) => void lines.push(String(line)));
  try {
    printEvaluation(evaluation(rows, 1), false);
    printEvaluation(evaluation(rows.slice(-1)), false);
  } finally {
    log.mockRestore();
  }
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('says/evaluation.txt');
});

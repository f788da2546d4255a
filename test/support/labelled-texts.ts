import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseTable } from '../../service/evaluation/labels.ts';
import type { AltTextSurroundings } from '../../shared/alt-text/checks.ts';

/** A text and its problems, as a person sees them. */
export interface LabelledText {
  readonly text: string;
  readonly surroundings: AltTextSurroundings;
  /** Names of checks, or "other"; none for a good text. */
  readonly labels: readonly string[];
}

/** The texts of `test/evaluation/alt-texts.csv`. */
export function readLabelledTexts(): LabelledText[] {
  const file = join(import.meta.dirname, '../evaluation/alt-texts.csv');
  const [header, ...rows] = parseTable(readFileSync(file, 'utf8'));
  return rows.map(({ fields }) => {
    const cell = (name: string) => fields[header?.fields.indexOf(name) ?? -1] ?? '';
    return {
      text: cell('text'),
      surroundings: {
        language: cell('language'),
        isLinked: cell('linked') === 'yes',
        caption: cell('caption'),
        nearby: { before: cell('nearby') },
        keywords: cell('keywords'),
        others: cell('others').split('|'),
      },
      labels: cell('findings').split('|').filter(Boolean),
    };
  });
}

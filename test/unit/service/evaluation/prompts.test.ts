import { expect, test } from 'vitest';
import { buildComparisonPrompt } from '../../../../service/evaluation/compare.ts';
import { buildEvaluatorPrompt } from '../../../../service/evaluation/evaluator.ts';
import { findLanguage } from '../../../../shared/languages.ts';

test('models that judge texts are asked in these words', async () => {
  const language = findLanguage('de');
  const context = { blog_title: 'Title', seo_keywords: 'Keywords', image_context: 'Around' };
  const [one, two] = ['One', 'Two'].map((text) => ({ text, purpose: null }));
  if (!one || !two) throw new Error('impossible');
  const judged = { text: 'A text', goodText: 'A good text', context, language };
  const prompts = [
    buildEvaluatorPrompt(judged),
    buildEvaluatorPrompt({ ...judged, isLong: true }),
    buildComparisonPrompt(one, two, context, language),
    buildComparisonPrompt(one, { ...two, purpose: 'decorative' }, context, language, true),
  ];
  const said = prompts.map(
    ({ instructions, context: data, schema, language: code }) =>
      `${instructions}\n\n${data}\n${JSON.stringify(schema)}\n${code}\n`,
  );
  await expect(said.join('\n')).toMatchFileSnapshot('says/prompts.txt');
});

import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import {
  evaluateImage,
  isAnswered,
  type EvaluationDeps,
} from '../../../../service/evaluation/evaluate-image.ts';
import { readLabels, type Label } from '../../../../service/evaluation/labels.ts';
import { createLog } from '../../../../service/server/log.ts';

const folder = 'test/evaluation';
const labels = await readLabels(folder, 'en');

/** A model that writes the labelled text. The image is not decoded. */
function answering({ text = '', purpose = 'informative' }: Label): EvaluationDeps {
  return {
    readImage: () =>
      Promise.resolve({ digest: '', normalise: () => Promise.resolve({ image: Buffer.of() }) }),
    generate: () =>
      Promise.resolve({
        answer: { text, purpose },
        ...{ provider: 'label', position: 0, tokens: { input: 0, output: 0 } },
      }),
    style: undefined,
    evaluate: undefined,
    prefer: undefined,
    callOptions: () => ({
      signal: new AbortController().signal,
      deadline: Date.now() + 10_000,
      log: createLog('silent'),
    }),
  };
}

const withText = labels.filter(({ text }) => text);

test.each(withText)('$file, $language: $text', async (label) => {
  const row = await evaluateImage(answering(label), folder, label);
  if (!isAnswered(row)) throw new Error(row.error);
  const { findings, language_matches, expected_found, avoided } = row;
  expect({ findings, language_matches, expected_found, avoided }).toEqual({
    findings: [],
    language_matches: true,
    expected_found: true,
    avoided: label.avoid.length > 0 ? true : null,
  });
});

test('only decorative images have no text, and each has a purpose', () => {
  const without = labels.filter(({ text }) => !text);
  expect(without.filter(({ purpose }) => purpose !== 'decorative')).toEqual([]);
  expect(withText.filter(({ purpose }) => !purpose || purpose === 'decorative')).toEqual([]);
});

test('there are at least 60 cases, many images on two pages, and at least ten languages', () => {
  const files = labels.map(({ file }) => file);
  const repeated = files.filter((file, index) => files.indexOf(file) !== index);
  expect(labels.length).toBeGreaterThanOrEqual(60);
  expect(new Set(repeated).size).toBeGreaterThan(20);
  expect(new Set(labels.map(({ language }) => language)).size).toBeGreaterThanOrEqual(10);
  const pages = labels.map(({ file, language, title, keywords, context }) =>
    JSON.stringify([file, language, title, keywords, context]),
  );
  expect(new Set(pages).size).toBe(labels.length);
});

test('each image in the folder has a label, and the README counts them', async () => {
  const images = (await readdir(folder)).filter((name) => !/\.(?:csv|md)$/.test(name));
  expect(new Set(labels.map(({ file }) => file))).toEqual(new Set(images));
  const readme = await readFile(`${folder}/README.md`, 'utf8');
  expect(readme).toContain(`${images.length} images on ${labels.length} pages`);
});

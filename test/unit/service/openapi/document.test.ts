import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { problemCodes } from '../../../../shared/problem-codes.ts';
import { interfaceDocument } from '../../../support/expect-described.ts';

test('is valid OpenAPI 3.1', async () => {
  const result = await new Validator().validate(structuredClone(interfaceDocument));
  expect(result).toMatchObject({ valid: true });
});

/** Every `content` of JSON in the document: its schema by name, and its examples. */
function* listExamples(value: unknown): Generator<[string, unknown]> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, child] of Object.entries(value)) {
    const { schema, examples = {} } = (key === 'application/json' ? child : {}) as {
      schema?: { $ref?: string };
      examples?: Record<string, { value: unknown }>;
    };
    for (const example of Object.values(examples)) {
      yield [schema?.$ref?.split('/').at(-1) ?? '', example.value];
    }
    yield* listExamples(child);
  }
}

test('says the same as before; a change of the interface is read here', async () => {
  const text = JSON.stringify(interfaceDocument, null, 1);
  await expect(`${text}\n`).toMatchFileSnapshot('says/openapi.txt');
});

test('has examples that match their schemas', () => {
  const ajv = new Ajv2020({ strict: false });
  const examples = [...listExamples(interfaceDocument)];
  expect(examples.length).toBeGreaterThan(15);
  for (const [name, example] of examples) {
    const isValid = ajv.validate(interfaceDocument.components.schemas[name] ?? false, example);
    expect(isValid, `${name} ${JSON.stringify(example)}: ${ajv.errorsText()}`).toBe(true);
  }
});

test('has the codes of docs/errors.md in the same words', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../../docs/errors.md'), 'utf8');
  const rows = [...page.matchAll(/^\| `(\w+)` +\| (.+?) +\|$/gm)];
  expect(Object.fromEntries(rows.map(([, code, words]) => [code, words]))).toEqual(problemCodes);
});

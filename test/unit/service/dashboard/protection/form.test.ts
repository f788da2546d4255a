import { expect, test } from 'vitest';
import {
  hasErrors,
  parseForm,
  requireFields,
} from '../../../../../service/dashboard/protection/form.ts';
import { textsOf } from '../../../../../service/dashboard/locales/locales.ts';

const texts = textsOf('en');
const parse = (body: string) => parseForm(body, texts);

test('a form has the values of its fields unchanged', () => {
  const form = parse('name=+Gr%C3%BC%C3%9Fe%0A&empty=');
  expect(form.get('name')).toBe(' Grüße\n');
  expect([form.get('empty'), form.get('absent'), form.get('constructor')]).toEqual(['', '', '']);
  expect(form.errors).toEqual({});
});

test('an unusable value is an error of its field and is dropped', () => {
  const form = parse(`twice=1&twice=2&nul=a%00b&bytes=%FF&long=${'x'.repeat(1_001)}&good=1`);
  expect(Object.keys(form.errors)).toEqual(['twice', 'nul', 'bytes', 'long']);
  expect(['twice', 'nul', 'bytes', 'long', 'good'].map(form.get)).toEqual(['', '', '', '', '1']);
  expect(parse('__proto__=1&__proto__=2').get('__proto__')).toBe('');
});

test('reports all missing required fields together', () => {
  const form = parse('a=+&b=1&c=1&c=2');
  const errors = requireFields(form, ['a', 'b', 'c', 'd'], texts);
  expect(errors).toEqual({
    a: texts.form.required,
    c: texts.form.sentTwice,
    d: texts.form.required,
  });
  expect([hasErrors(errors), hasErrors({}), hasErrors({ a: undefined })]).toEqual([
    true,
    false,
    false,
  ]);
});

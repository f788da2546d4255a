import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { altTextSchema } from '../../../service/prompting/answer.ts';
import { gemini } from '../../../service/providers/gemini.ts';
import { openai } from '../../../service/providers/openai.ts';
import type { FailureKind } from '../../../service/providers/provider.ts';
import {
  startProviderStandIn,
  status,
  type Behaviour,
  type ProviderStandIn,
} from '../../support/provider-stand-in.ts';

let standIn: ProviderStandIn;

beforeEach(async () => {
  standIn = await startProviderStandIn();
});
afterEach(() => standIn.stop());

function generate(vendor: 'openai' | 'gemini') {
  const baseUrl = standIn[`${vendor}BaseUrl`];
  return { openai, gemini }[vendor].create({ apiKey: 'a-key', model: 'm', baseUrl }).generate(
    {
      instructions: 'Describe.',
      context: '{}',
      schema: altTextSchema,
      language: 'en',
      image: Buffer.from('no image'),
    },
    { signal: new AbortController().signal },
  );
}

describe('is recognised by a code of OpenAI, whatever the text', () => {
  test.each([
    'invalid_image',
    'invalid_image_format',
    'invalid_base64_image',
    'invalid_image_mode',
    'image_parse_error',
    'image_too_large',
    'image_too_small',
    'image_file_too_large',
    'unsupported_image',
    'unsupported_image_media_type',
    'empty_image_file',
  ])('%s', async (code) => {
    standIn.set({ openai: status(400, 'Bad request.', { code }) });
    await expect(generate('openai')).rejects.toMatchObject({ kind: 'image', status: 400, code });
  });
});

describe('is recognised by the text of a server that has no code for it', () => {
  test.each<['openai' | 'gemini', number, string]>([
    ['openai', 400, 'You uploaded an unsupported image. Please make sure your image is valid.'],
    ['openai', 400, 'cannot identify image file <_io.BytesIO object at 0x7f>'],
    ['openai', 422, 'Failed to load image or audio file'],
    ['gemini', 400, 'Unable to process input image. Please retry or report in https://example.com'],
    ['gemini', 400, 'Provided image is not valid.'],
  ])('%s %i: %s', async (vendor, code, message) => {
    standIn.set({ openai: status(code, message), gemini: status(code, message) });
    await expect(generate(vendor)).rejects.toMatchObject({ kind: 'image' });
  });
});

describe('is not recognised by', () => {
  test.each<['openai' | 'gemini', FailureKind, Behaviour]>([
    ['openai', 'no-images', status(400, 'image_url is only supported by certain models.')],
    ['openai', 'refusal', status(400, 'Bad request.', { code: 'image_content_policy_violation' })],
    ['openai', 'request', status(400, 'Bad request.', { code: 'invalid_image_url' })],
    ['openai', 'server', status(500, 'Failed to load image')],
    ['openai', 'rate-limit', status(429, 'Bad request.', { code: 'invalid_image' })],
    ['gemini', 'request', status(400, 'Request contains an invalid argument.')],
    ['gemini', 'server', status(500, 'Unable to process input image.')],
  ])('%s is a failure of the kind %s', async (vendor, kind, behaviour) => {
    standIn.set({ openai: behaviour, gemini: behaviour });
    await expect(generate(vendor)).rejects.toMatchObject({ kind });
  });
});

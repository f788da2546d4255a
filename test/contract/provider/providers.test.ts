import { expect, test, vi } from 'vitest';
import { gemini } from '../../../service/providers/gemini.ts';
import { prepareBuiltInFetch } from '../../../service/providers/image-fetch.ts';
import { openai, openAICompatible } from '../../../service/providers/openai.ts';
import { startProviderStandIn, status } from '../../support/provider-stand-in.ts';
import { mistral } from './mistral.ts';
import { bounds, providerContract, request } from './suite.ts';

// As at the start of the service.
prepareBuiltInFetch();

providerContract(openai, 'openai');
providerContract(gemini, 'gemini');
providerContract(mistral, 'openai');

test.each([
  [403, 'model_not_found'],
  [404, 'model_not_found'],
  [400, 'model_decommissioned'],
])("OpenAI's %i with the code %s is about the model", async (statusCode, code) => {
  const standIn = await startProviderStandIn({
    openai: status(statusCode, 'Project x does not have access to it', { code }),
  });
  const provider = openai.create({ apiKey: 'k', baseUrl: standIn.openaiBaseUrl, model: 'm' });
  const error: unknown = await provider.generate(request, bounds()).catch((e: unknown) => e);
  await standIn.stop();
  expect(error).toMatchObject({ kind: 'model', variable: 'OPENAI_MODEL', code });
});

test('without a base URL, a 404 is about the model: there is no address to correct', async () => {
  const standIn = await startProviderStandIn({
    openai: status(404, 'Not Found'),
    gemini: status(404, 'Not Found'),
  });
  const vendor = openAICompatible({ ...mistral, defaultBaseUrl: standIn.openaiBaseUrl });
  // Gemini's own address is in its SDK.
  const builtIn = fetch;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) =>
    builtIn(
      url.replace(/^https:\/\/generativelanguage\.googleapis\.com/, standIn.geminiBaseUrl),
      init,
    ),
  );
  try {
    for (const one of [vendor, gemini]) {
      const provider = one.create({ apiKey: 'k', baseUrl: undefined, model: 'm' });
      const error: unknown = await provider.generate(request, bounds()).catch((e: unknown) => e);
      expect(error).toMatchObject({ kind: 'model', variable: one.environment.model });
    }
  } finally {
    vi.unstubAllGlobals();
    await standIn.stop();
  }
});

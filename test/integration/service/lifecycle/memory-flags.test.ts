import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startProviderStandIn } from '../../../support/provider-stand-in.ts';
import { dataUri, plainPicture } from '../../../support/pictures.ts';
import { generatePath, serviceProcess, startService } from '../../../support/service.ts';
import { providerEnv } from '../../../support/service-with-providers.ts';

const built = join(import.meta.dirname, '../../../../build/service');

test.each([
  ['npm start', ['main.js']],
  ['altscribe serve', ['cli/altscribe.cjs', 'serve']],
])("%s never optimises undici's WebAssembly, which takes 25 MB", async (_, [program, ...rest]) => {
  const providers = await startProviderStandIn({});
  onTestFinished(() => providers.stop());
  // Optimised would be whatever has run twice.
  const flags = ['--wasm-tiering-budget=10', '--trace-wasm-compilation-times'];
  const { command } = serviceProcess({});
  const service = await startService(providerEnv(providers), [
    command,
    ...flags,
    join(built, program ?? ''),
    ...rest,
  ]);
  onTestFinished(() => service.dispose());
  const key = await service.createAccount({ user_id: 'a@example.com', credits: 5 });
  for (const width of [40, 41, 42]) {
    const image_file = dataUri(await plainPicture('png', { width }));
    const body = { user_id: 'a@example.com', image_file };
    expect(await service.post(generatePath, body, { 'x-api-key': key })).toMatchObject({
      status: 200,
    });
  }
  await service.stop();
  expect(service.log()).toMatch(/Compiled function .* using Liftoff/);
  expect(service.log()).not.toContain('using TurboFan');
});

import { startProviderStandIn, text } from '../support/provider-stand-in.ts';

/** Runs the providers' stand-in in a process of its own; tells its address, ends with its parent. */
const providers = await startProviderStandIn({
  openai: text(() => {
    // Nobody looks at the calls, and thousands of pictures would not fit into memory.
    providers.calls.length = 0;
    return 'A red bicycle leans against a wall';
  }),
});
process.send?.(providers.openaiBaseUrl);
process.on('disconnect', () => process.exit());

import { gemini } from './gemini.ts';
import { openai } from './openai.ts';
import type { ConfiguredProvider, Vendor } from './provider.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Lists the vendors that environment variables configure, in the order of `vendors`. */
export function listConfiguredProviders(
  env: Environment,
  vendors: readonly Vendor[],
): ConfiguredProvider[] {
  const read = (name: string) => env[name]?.trim() || undefined;
  return vendors.flatMap((vendor) => {
    const baseUrl = read(vendor.environment.baseUrl);
    // A local model server accepts any key; the SDK requires one.
    const otherwise = vendor.worksWithoutKey && baseUrl ? 'none' : undefined;
    const apiKey = read(vendor.environment.apiKey) ?? otherwise;
    const model = read(vendor.environment.model) ?? vendor.defaultModel;
    return apiKey ? [{ vendor, apiKey, baseUrl, model }] : [];
  });
}

/** States what to set if no vendor is configured. */
export function describeMissingProvider(vendors: readonly Vendor[]): string {
  const keys = vendors.map(({ environment }) => environment.apiKey);
  const servers = vendors
    .filter(({ worksWithoutKey }) => worksWithoutKey)
    .map(({ environment }) => environment.baseUrl);
  const example =
    servers.length === 0
      ? ''
      : ` (${either(servers)} may be a local model server, for example http://127.0.0.1:11434/v1)`;
  return `${either([...keys, ...servers])} must be set: at least one AI model provider is required${example}.`;
}

/** "A, B or C" */
function either(names: readonly string[]): string {
  return new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(names);
}

/** Every vendor whose models can be asked, in the order in which they are asked. */
export const vendors: readonly Vendor[] = [openai, gemini];

import { parseConfig } from '../../service/config/config.ts';
import { describePixels } from '../support/describe-pixels.ts';
import { startProviderStandIn, text } from '../support/provider-stand-in.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The models that answer in the demo. */
export interface Model {
  /** No AI model is connected: texts are computed from the pixels. */
  readonly isStandIn: boolean;
  /** Names of the models in use, for the console. */
  readonly name: string;
  /** The configuration of the models for the service. */
  readonly env: Readonly<Record<string, string>>;
}

const connecting = ['OPENAI_API_KEY', 'OPENAI_BASE_URL', 'GEMINI_API_KEY'];

/** Variables that choose and configure the models. The demo sets all others. */
const modelVariable = /^(OPENAI|GEMINI|PROVIDER|REQUEST)_/;

/**
 * The AI models configured by the environment, or else a stand-in with their wire formats.
 *
 * @throws ConfigError if the configuration has problems.
 */
export async function chooseModel(env: Environment): Promise<Model> {
  const own = Object.fromEntries(
    Object.entries(env).filter(([name, value]) => modelVariable.test(name) && value?.trim()),
  ) as Record<string, string>;
  if (connecting.some((name) => own[name])) {
    return { isStandIn: false, name: nameModels(own), env: own };
  }
  const answer = text(async ({ image, instructions }) => {
    const line = await describePixels(image);
    return instructions.includes('long description') ? listPhrases(line) : line;
  });
  const { openaiBaseUrl, geminiBaseUrl } = await startProviderStandIn({
    openai: answer,
    gemini: answer,
  });
  return {
    isStandIn: true,
    name: 'none',
    env: {
      OPENAI_API_KEY: 'demo',
      OPENAI_BASE_URL: openaiBaseUrl,
      GEMINI_API_KEY: 'demo',
      GEMINI_BASE_URL: geminiBaseUrl,
    },
  };
}

/** A long description: the shape, then a list of the rest. */
function listPhrases(line: string): string {
  const [shape = '', ...others] = line.split(', ');
  return [`${shape}.\n`, ...others.map((other) => `- ${other}`)].join('\n');
}

function nameModels(env: Environment): string {
  const { providers } = parseConfig(env);
  const [openai, gemini] = ['openai', 'gemini'].map((name) =>
    providers.find(({ vendor }) => vendor.name === name),
  );
  const names = [
    openai && (openai.baseUrl ? `${openai.model} at ${openai.baseUrl}` : `OpenAI ${openai.model}`),
    gemini && `Gemini ${gemini.model}`,
  ];
  return names.filter((name) => name !== undefined).join(', then ');
}

import type { Command } from 'commander';
import { Registry } from 'prom-client';
import { createAltTextPipeline, createProviders } from '../../compose.ts';
import { parseConfig, type Config } from '../../config.ts';
import type { EvaluationDeps } from '../../evaluation/evaluate-picture.ts';
import { withVerdict } from '../../evaluation/evaluator.ts';
import { summarise } from '../../evaluation/figures.ts';
import { readLabels } from '../../evaluation/labels.ts';
import { providerChain } from '../../providers/chain.ts';
import { createProviderMetrics } from '../../providers/metrics.ts';
import type { ConfiguredProvider } from '../../providers/vendor.ts';
import { createLog } from '../../server/log.ts';
import { printEvaluation } from '../print-evaluation.ts';

const fallbacksMetric = 'altscribe_provider_fallbacks_total';

interface EvaluateFlags {
  language: string;
  judge?: boolean;
  json?: boolean;
}

/** Adds the command that measures the texts of the configured models against labels. */
export function addEvaluateCommand(program: Command): void {
  program
    .command('evaluate')
    .description('measure the texts for a folder of labelled pictures, to compare models')
    .argument('<folder>', 'pictures, and a labels.csv that says what they show')
    .option('--language <code>', 'language of the texts where labels.csv names none', 'en')
    .option('--judge', 'have the model judge each text, too')
    .option('--json', 'print JSON')
    .action(evaluate);
}

async function evaluate(folder: string, flags: EvaluateFlags): Promise<void> {
  // Other commands do without the language detector, which takes long to load.
  const { evaluatePicture } = await import('../../evaluation/evaluate-picture.ts');
  const config = parseConfig(process.env);
  const labels = await readLabels(folder, flags.language);
  const registry = new Registry();
  const deps = createDeps(config, registry, flags.judge === true);
  const rows = [];
  // One after the other, so that no model is timed while it does something else.
  for (const label of labels) {
    rows.push(await evaluatePicture(deps, folder, label));
  }
  const result = {
    models: config.providers.map(nameModel),
    answered_by_fallback: await countFallbacks(registry),
    figures: summarise(rows),
    rows,
  };
  printEvaluation(result, flags.json === true);
  if (result.figures.answered.count < rows.length) process.exitCode = 1;
}

function createDeps(config: Config, registry: Registry, hasEvaluator: boolean): EvaluationDeps {
  const log = createLog('silent');
  return {
    ...createAltTextPipeline(config, registry),
    evaluator: hasEvaluator
      ? providerChain(createProviders(config), {
          ...config,
          withPostprocessing: withVerdict,
          metrics: createProviderMetrics(new Registry()),
        })
      : undefined,
    callOptions: () => ({
      signal: new AbortController().signal,
      deadline: Date.now() + config.requestDeadlineMs,
      log,
    }),
  };
}

/** Texts that another model than the first wrote; the figures are then of both. */
async function countFallbacks(registry: Registry): Promise<number> {
  const metric = await registry.getSingleMetric(fallbacksMetric)?.get();
  return metric?.values[0]?.value ?? 0;
}

/** Names a model, and its server where that is not the vendor's own. */
function nameModel({ vendor, model, baseUrl }: ConfiguredProvider): string {
  // Not the whole URL: it may hold a password.
  const at = baseUrl === undefined ? '' : ` at ${new URL(baseUrl).host}`;
  return `${vendor.name} ${model}${at}`;
}

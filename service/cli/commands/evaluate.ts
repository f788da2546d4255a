import { Registry } from 'prom-client';
import { createAltTextPipeline, createProviders } from '../../compose-providers.ts';
import { parseConfig, type Config } from '../../config/config.ts';
import {
  EarlierTextsError,
  readEarlierTexts,
  readPreference,
  summariseComparisons,
} from '../../evaluation/compare.ts';
import { evaluateImage, isAnswered, type EvaluationDeps } from '../../evaluation/evaluate-image.ts';
import { readVerdict } from '../../evaluation/evaluator.ts';
import { summarise } from '../../evaluation/figures.ts';
import { LabelsError, readLabels } from '../../evaluation/labels.ts';
import type { TextLength } from '../../prompting/prompt.ts';
import { createChain, type ReadAnswer } from '../../providers/chain.ts';
import { createProviderMetrics } from '../../providers/metrics.ts';
import type { ConfiguredProvider } from '../../providers/provider.ts';
import { createLog } from '../../server/log.ts';
import { printEvaluation } from '../print-evaluation.ts';
import { requireLanguage } from './languages.ts';
import { CommandError } from './store-command.ts';

const fallbacksMetric = 'altscribe_provider_fallbacks_total';

/** The arguments of `evaluate`. */
export interface EvaluateFlags {
  language: string;
  style?: string;
  length?: TextLength;
  judge?: boolean;
  against?: string;
  json?: boolean;
}

/**
 * Compares the texts of the configured models with labels, and prints the figures.
 * @throws CommandError if the labels or the earlier texts cannot be used, ConfigError
 */
export async function runEvaluate(folder: string, flags: EvaluateFlags): Promise<void> {
  requireLanguage(flags.language);
  const config = parseConfig(process.env);
  const { labels, earlier } = await readInput(folder, flags);
  const registry = new Registry();
  const deps = createDeps(config, registry, flags);
  const rows = [];
  // One at a time, so no model is timed while it does other work.
  for (const [index, label] of labels.entries()) {
    rows.push(await evaluateImage(deps, folder, label, earlier[index]));
  }
  const comparisons = rows.flatMap((row) => (isAnswered(row) && row.comparison) || []);
  const result = {
    models: config.providers.map(nameModel),
    answered_by_fallback: await countFallbacks(registry),
    figures: summarise(rows),
    comparison: summariseComparisons(comparisons),
    rows,
  };
  printEvaluation(result, flags.json === true);
  if (result.figures.answered.count < rows.length) process.exitCode = 1;
}

async function readInput(folder: string, { language, against }: EvaluateFlags) {
  try {
    const labels = await readLabels(folder, language);
    return { labels, earlier: against ? await readEarlierTexts(against, labels) : [] };
  } catch (error) {
    const isExpected = error instanceof LabelsError || error instanceof EarlierTextsError;
    throw isExpected ? new CommandError(error.message) : error;
  }
}

function createDeps(
  config: Config,
  registry: Registry,
  { judge = false, against, style, length }: EvaluateFlags,
): EvaluationDeps {
  const log = createLog('silent');
  const judging = <Answer>(read: ReadAnswer<Answer>) =>
    createChain(createProviders(config), {
      ...config,
      read,
      metrics: createProviderMetrics(new Registry()),
    });
  return {
    ...createAltTextPipeline(config, registry),
    style,
    length,
    evaluate: judge ? judging(readVerdict) : undefined,
    prefer: against ? judging(readPreference) : undefined,
    callOptions: () => ({
      signal: new AbortController().signal,
      deadline: Date.now() + config.requestDeadlineMs,
      log,
    }),
  };
}

/** Texts written by another model than the first; the figures are then of both. */
async function countFallbacks(registry: Registry): Promise<number> {
  const metric = await registry.getSingleMetric(fallbacksMetric)?.get();
  return metric?.values[0]?.value ?? 0;
}

/** Names a model, and its server if it isn't the vendor's own. */
function nameModel({ vendor, model, baseUrl }: ConfiguredProvider): string {
  // Not the whole URL, which may contain a password.
  const at = baseUrl === undefined ? '' : ` at ${new URL(baseUrl).host}`;
  return `${vendor.name} ${model}${at}`;
}

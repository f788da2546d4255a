import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkAltText } from '../../shared/alt-text/checks.ts';
import { findLanguage } from '../../shared/languages.ts';
import type { AltText } from '../prompting/answer.ts';
import { buildEvaluatorPrompt, type Verdict } from './evaluator.ts';
import { buildPrompt, type PictureContext } from '../prompting/prompt.ts';
import {
  PictureError,
  PicturesBusyError,
  loadPicture,
  type ReadPicture,
} from '../images/picture.ts';
import { ProviderError, type CallOptions, type Provider } from '../providers/provider.ts';
import type { Label } from './labels.ts';
import { matchesLanguage } from './language-match.ts';
import type { AnsweredRow, Row } from './row.ts';

export interface EvaluationDeps {
  readonly readPicture: ReadPicture;
  /** Answers postprocessed alt texts, as it does in the service. */
  readonly provider: Provider<AltText>;
  /** Evaluates the texts, where that is wanted. */
  readonly evaluator: Provider<Verdict> | undefined;
  /** Makes the bounds of one call. */
  callOptions(): CallOptions;
}

/** Has the text for one labelled picture written, and measures it. */
export async function evaluatePicture(
  deps: EvaluationDeps,
  folder: string,
  label: Label,
): Promise<Row> {
  const start = performance.now();
  const seconds = () => Math.round(performance.now() - start) / 1000;
  const { file, language } = label;
  try {
    const picture = await load(deps, join(folder, file));
    const prompt = buildPrompt(contextOf(label), findLanguage(language));
    const altText = await deps.provider.generate({ ...prompt, picture }, deps.callOptions());
    const row = { file, language, seconds: seconds(), ...measure(altText, label) };
    return { ...row, ...(await evaluateText(deps, altText.text, label, picture)) };
  } catch (error) {
    return { file, language, seconds: seconds(), error: messageOf(error) };
  }
}

/** A file becomes what a caller of the service would send. */
async function load({ readPicture, callOptions }: EvaluationDeps, path: string): Promise<Buffer> {
  const bytes = await readFile(path).catch(() => {
    throw new PictureError('image_file', 'image_not_found', 'The file cannot be read.');
  });
  // The bytes decide what it is, not the type that is named here.
  const uri = `data:image/any;base64,${bytes.toString('base64')}`;
  return loadPicture(readPicture, { image_file: uri }, callOptions());
}

function contextOf({ title, keywords, context }: Label): PictureContext {
  return { blog_title: title, seo_keywords: keywords, image_context: context };
}

type Measured = Omit<AnsweredRow, 'file' | 'language' | 'seconds' | 'verdict' | 'reason'>;

function measure({ text, purpose }: AltText, label: Label): Measured {
  const { language, keywords = '', context = '' } = label;
  return {
    text,
    findings: checkAltText(text, {
      language,
      keywords,
      caption: captionOf(context),
      isLinked: label.purpose === 'functional',
    }),
    language_matches: matchesLanguage(text, language),
    expected_found:
      label.expect.length === 0 ? null : label.expect.some((word) => holds(text, word)),
    purpose: purpose ?? null,
    labelled_purpose: label.purpose ?? null,
    labelled_text: label.text ?? null,
  };
}

/** The editor sends `Caption: …` among other lines; a context without names is a caption. */
function captionOf(context: string): string {
  return /^Caption: (.*)$/m.exec(context)?.[1] ?? context;
}

function holds(text: string, word: string): boolean {
  return fold(text).includes(fold(word));
}

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ');
}

/** A decorative picture is published without its text: there is nothing to evaluate. */
async function evaluateText(
  { evaluator, callOptions }: EvaluationDeps,
  text: string,
  label: Label,
  picture: Buffer,
): Promise<Pick<AnsweredRow, 'verdict' | 'reason'>> {
  if (!evaluator || label.purpose === 'decorative') return { verdict: null, reason: null };
  const prompt = buildEvaluatorPrompt({
    text,
    context: contextOf(label),
    language: findLanguage(label.language),
    goodText: label.text,
  });
  try {
    return await evaluator.generate({ ...prompt, picture }, callOptions());
  } catch (error) {
    return { verdict: null, reason: messageOf(error) };
  }
}

/** Only what is wrong with this one picture; anything else ends the run. */
function messageOf(error: unknown): string {
  if (error instanceof PicturesBusyError) return 'The picture took too long to decode.';
  if (error instanceof PictureError || error instanceof ProviderError) return error.message;
  throw error;
}

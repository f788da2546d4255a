import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eld } from 'eld/small';
import { checkAltText, type AltTextFinding } from '../../shared/alt-text/checks.ts';
import { isInWrongScript } from '../../shared/alt-text/script.ts';
import { findLanguage } from '../../shared/languages.ts';
import {
  loadImage,
  ImageError,
  ImagesBusyError,
  type NormalImage,
  type ReadImage,
} from '../images/image.ts';
import type { AltText, Purpose } from '../prompting/answer.ts';
import { buildPrompt, type ImageContext, type TextLength } from '../prompting/prompt.ts';
import type { Generate } from '../providers/chain.ts';
import type { CallOptions } from '../providers/provider.ts';
import {
  buildComparisonPrompt,
  compareTexts,
  type ComparedText,
  type Comparison,
  type Preference,
} from './compare.ts';
import { buildEvaluatorPrompt, type Verdict } from './evaluator.ts';
import type { Label } from './labels.ts';

/** Languages for which the detector uses another code. */
const detectorCodes: Readonly<Record<string, string>> = { nb: 'no', nn: 'no', fil: 'tl' };

/** Words quoted from the image, which stay in their language. */
const quotation = /"[^"]*"|“[^”]*”|„[^“”]*[“”]|«[^»]*»|「[^」]*」/g;

const known: ReadonlySet<string> = new Set(Object.values(eld.info().Languages));

/**
 * Whether a text seems to be in the requested language. It detects another script, and English
 * where one of 59 other languages was requested: the two most common failures of models. It cannot
 * distinguish closely related languages (Danish and Norwegian, Brazilian and European Portuguese),
 * and accepts texts that are too short to judge.
 * @param languageCode BCP 47 code
 */
export function matchesLanguage(text: string, languageCode: string): boolean {
  return !isInWrongScript(text, languageCode) && !isEnglishInstead(text, languageCode);
}

function isEnglishInstead(text: string, languageCode: string): boolean {
  const { language } = new Intl.Locale(languageCode);
  const code = detectorCodes[language] ?? language;
  if (code === 'en' || !known.has(code)) return false;
  eld.setLanguageSubset([code, 'en']);
  const detected = eld.detect(text.replace(quotation, ''));
  return detected.language === 'en' && detected.isReliable();
}

interface RowBase {
  /** Path within the folder. */
  readonly file: string;
  /** BCP 47 code of the requested language. */
  readonly language: string;
  /** From reading the file to the text or the error. */
  readonly seconds: number;
}

/**
 * An image for which a text was written. Results that are missing or were not requested are null.
 */
export interface AnsweredRow extends RowBase {
  readonly text: string;
  /** The findings of the alt text checks. */
  readonly findings: readonly AltTextFinding[];
  readonly language_matches: boolean;
  /** Whether the text contains at least one word of each group of expected words. */
  readonly expected_found: boolean | null;
  /** Whether the text contains none of the words to avoid. */
  readonly avoided: boolean | null;
  /** The purpose of the image according to the model and to the label. */
  readonly purpose: Purpose | null;
  readonly labelled_purpose: Purpose | null;
  /** A good text, written by a person. */
  readonly labelled_text: string | null;
  readonly verdict: Verdict['verdict'] | null;
  /** The reason, or why there is no verdict. */
  readonly reason: string | null;
  /**
   * The comparison with the text of an earlier run; null without one, or if the comparison failed.
   */
  readonly comparison: Comparison | null;
}

/** An image for which no text was written. */
export interface FailedRow extends RowBase {
  readonly error: string;
}

export type Row = AnsweredRow | FailedRow;

export function isAnswered(row: Row): row is AnsweredRow {
  return 'text' in row;
}

export interface EvaluationDeps {
  readonly readImage: ReadImage;
  /** Writes texts, as in the service. */
  readonly generate: Generate<AltText>;
  /** As the field `style` of a request. */
  readonly style: string | undefined;
  /** As the field `text_length`. */
  readonly length?: TextLength;
  /** Evaluates the texts, if requested. */
  readonly evaluate: Generate<Verdict> | undefined;
  /** Compares the texts with earlier ones, if requested. */
  readonly prefer: Generate<Preference> | undefined;
  /** Makes the bounds of one call. */
  callOptions(): CallOptions;
}

/** Generates the text for one labelled image and measures it. */
export async function evaluateImage(
  deps: EvaluationDeps,
  folder: string,
  label: Label,
  earlier?: ComparedText,
): Promise<Row> {
  const start = performance.now();
  const seconds = () => Math.round(performance.now() - start) / 1000;
  const { file, language } = label;
  try {
    const image = await load(deps, join(folder, file));
    const context = { ...contextOf(label), style: deps.style, text_length: deps.length };
    const prompt = buildPrompt(context, findLanguage(language));
    const { answer: altText } = await deps.generate({ ...prompt, ...image }, deps.callOptions());
    const row = { file, language, seconds: seconds(), ...measure(altText, label, deps.length) };
    return {
      ...row,
      ...(await evaluateText(deps, altText.text, label, image)),
      comparison: await compare(deps, altText, earlier, label, image),
    };
  } catch (error) {
    return { file, language, seconds: seconds(), error: messageOf(error) };
  }
}

/** Turns a file into what a caller of the service would send. */
async function load(
  { readImage, callOptions }: EvaluationDeps,
  path: string,
): Promise<NormalImage> {
  const bytes = await readFile(path).catch(() => {
    throw new ImageError('image_file', 'image_not_found', 'The file cannot be read.');
  });
  // The bytes decide the format, not the type given here.
  const uri = `data:image/any;base64,${bytes.toString('base64')}`;
  return loadImage(readImage, { image_file: uri }, callOptions());
}

function contextOf({ title, keywords, context }: Label): ImageContext {
  return { blog_title: title, seo_keywords: keywords, image_context: context };
}

type Measured = Omit<
  AnsweredRow,
  'file' | 'language' | 'seconds' | 'verdict' | 'reason' | 'comparison'
>;

/** The checks that also apply to long descriptions; the others apply to one line. */
const longFindings: readonly AltTextFinding[] = ['refusal', 'wrong-script', 'sounds-inferred'];

function measure({ text, purpose }: AltText, label: Label, length: TextLength): Measured {
  const { language, keywords = '', context = '' } = label;
  const findings = checkAltText(text, {
    language,
    keywords,
    caption: captionOf(context),
    isLinked: label.purpose === 'functional',
  });
  return {
    text,
    findings: findings.filter((one) => length !== 'long' || longFindings.includes(one)),
    language_matches: matchesLanguage(text, language),
    expected_found:
      label.expect.length === 0
        ? null
        : label.expect.every((group) => group.some((word) => holds(text, word))),
    avoided: label.avoid.length === 0 ? null : !label.avoid.some((word) => holds(text, word)),
    purpose: purpose ?? null,
    labelled_purpose: label.purpose ?? null,
    labelled_text: label.text ?? null,
  };
}

/** The editor sends `Caption: …` among other lines; a context without such a label is a caption. */
function captionOf(context: string): string {
  return /^Caption: (.*)$/m.exec(context)?.[1] ?? context;
}

function holds(text: string, word: string): boolean {
  return fold(text).includes(fold(word));
}

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ');
}

/** A decorative image is published without its text, so there is nothing to evaluate. */
async function evaluateText(
  { evaluate, length, callOptions }: EvaluationDeps,
  text: string,
  label: Label,
  image: NormalImage,
): Promise<Pick<AnsweredRow, 'verdict' | 'reason'>> {
  if (!evaluate || label.purpose === 'decorative') return { verdict: null, reason: null };
  const prompt = buildEvaluatorPrompt({
    text,
    isLong: length === 'long',
    context: contextOf(label),
    language: findLanguage(label.language),
    goodText: label.text,
  });
  try {
    return (await evaluate({ ...prompt, ...image }, callOptions())).answer;
  } catch (error) {
    return { verdict: null, reason: messageOf(error) };
  }
}

/** Null if there is nothing to compare with, or if the model gives no usable answer. */
async function compare(
  { prefer, length, callOptions }: EvaluationDeps,
  { text, purpose }: AltText,
  earlier: ComparedText | undefined,
  label: Label,
  image: NormalImage,
): Promise<Comparison | null> {
  if (!prefer || !earlier) return null;
  const language = findLanguage(label.language);
  try {
    return await compareTexts({ text, purpose: purpose ?? null }, earlier, async (one, two) => {
      const prompt = buildComparisonPrompt(one, two, contextOf(label), language, length === 'long');
      return (await prefer({ ...prompt, ...image }, callOptions())).answer;
    });
  } catch {
    return null;
  }
}

/** Whatever the error is, the run continues: the other texts have been paid for. */
function messageOf(error: unknown): string {
  if (error instanceof ImagesBusyError) return 'The image took too long to decode.';
  return error instanceof Error ? error.message : String(error);
}

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eld } from 'eld/small';
import { checkAltText, type AltTextFinding } from '../../shared/alt-text/checks.ts';
import { isInWrongScript } from '../../shared/alt-text/script.ts';
import { findLanguage } from '../../shared/languages.ts';
import { loadImage, ImageError, ImagesBusyError, type ReadImage } from '../images/image.ts';
import type { AltText, Purpose } from '../prompting/answer.ts';
import { buildPrompt, type ImageContext } from '../prompting/prompt.ts';
import { ProviderError, type CallOptions, type Provider } from '../providers/provider.ts';
import { buildEvaluatorPrompt, type Verdict } from './evaluator.ts';
import type { Label } from './labels.ts';

/** What the detector calls languages that go by another code here. */
const detectorCodes: Readonly<Record<string, string>> = { nb: 'no', nn: 'no', fil: 'tl' };

const known: ReadonlySet<string> = new Set(Object.values(eld.info().Languages));

/**
 * Whether a text seems to be in the language that was asked for. It finds another script, and English
 * where one of 59 other languages was asked for: the two ways in which models go wrong most. It
 * cannot tell a language from its neighbour (Danish and Norwegian, Portuguese here and there), and
 * lets pass what is too short to tell.
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
  const detected = eld.detect(text);
  return detected.language === 'en' && detected.isReliable();
}

interface RowBase {
  /** Path within the folder. */
  readonly file: string;
  /** BCP 47 code of the language that was asked for. */
  readonly language: string;
  /** From the file to the text, or to the error. */
  readonly seconds: number;
}

/** An image for which a text was written. What nobody asked for or answered is null. */
export interface AnsweredRow extends RowBase {
  readonly text: string;
  /** What the checks of alt texts found. */
  readonly findings: readonly AltTextFinding[];
  readonly language_matches: boolean;
  /** Whether one of the expected words stands in the text. */
  readonly expected_found: boolean | null;
  /** What the model says the image is for, and what the label says. */
  readonly purpose: Purpose | null;
  readonly labelled_purpose: Purpose | null;
  /** A good text, written by hand. */
  readonly labelled_text: string | null;
  readonly verdict: Verdict['verdict'] | null;
  /** Why, or why there is no verdict. */
  readonly reason: string | null;
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
  /** Answers postprocessed alt texts, as it does in the service. */
  readonly provider: Provider<AltText>;
  /** Evaluates the texts, where that is wanted. */
  readonly evaluator: Provider<Verdict> | undefined;
  /** Makes the bounds of one call. */
  callOptions(): CallOptions;
}

/** Has the text for one labelled image written, and measures it. */
export async function evaluateImage(
  deps: EvaluationDeps,
  folder: string,
  label: Label,
): Promise<Row> {
  const start = performance.now();
  const seconds = () => Math.round(performance.now() - start) / 1000;
  const { file, language } = label;
  try {
    const image = await load(deps, join(folder, file));
    const prompt = buildPrompt(contextOf(label), findLanguage(language));
    const altText = await deps.provider.generate({ ...prompt, image }, deps.callOptions());
    const row = { file, language, seconds: seconds(), ...measure(altText, label) };
    return { ...row, ...(await evaluateText(deps, altText.text, label, image)) };
  } catch (error) {
    return { file, language, seconds: seconds(), error: messageOf(error) };
  }
}

/** A file becomes what a caller of the service would send. */
async function load({ readImage, callOptions }: EvaluationDeps, path: string): Promise<Buffer> {
  const bytes = await readFile(path).catch(() => {
    throw new ImageError('image_file', 'image_not_found', 'The file cannot be read.');
  });
  // The bytes decide what it is, not the type that is named here.
  const uri = `data:image/any;base64,${bytes.toString('base64')}`;
  return loadImage(readImage, { image_file: uri }, callOptions());
}

function contextOf({ title, keywords, context }: Label): ImageContext {
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

/** A decorative image is published without its text: there is nothing to evaluate. */
async function evaluateText(
  { evaluator, callOptions }: EvaluationDeps,
  text: string,
  label: Label,
  image: Buffer,
): Promise<Pick<AnsweredRow, 'verdict' | 'reason'>> {
  if (!evaluator || label.purpose === 'decorative') return { verdict: null, reason: null };
  const prompt = buildEvaluatorPrompt({
    text,
    context: contextOf(label),
    language: findLanguage(label.language),
    goodText: label.text,
  });
  try {
    return await evaluator.generate({ ...prompt, image }, callOptions());
  } catch (error) {
    return { verdict: null, reason: messageOf(error) };
  }
}

/** Only what is wrong with this one image; anything else ends the run. */
function messageOf(error: unknown): string {
  if (error instanceof ImagesBusyError) return 'The image took too long to decode.';
  if (error instanceof ImageError || error instanceof ProviderError) return error.message;
  throw error;
}

import { readFile } from 'node:fs/promises';
import { Registry } from 'prom-client';
import { findLanguage } from '../../../shared/languages.ts';
import { createAltTextPipeline, type AltTextPipeline } from '../../compose-providers.ts';
import { parseConfig } from '../../config/config.ts';
import { readAltTextOfFile } from '../../images/file-texts.ts';
import { loadImage, ImageError, type ImageSource } from '../../images/image.ts';
import { buildPrompt, type ImageContext, type TextLength } from '../../prompting/prompt.ts';
import { createLog } from '../../server/log.ts';
import { print } from '../print.ts';
import { requireLanguage } from './languages.ts';

/** The arguments of `describe`. */
export interface DescribeFlags {
  title?: string;
  keywords?: string;
  style?: string;
  length?: TextLength;
  language: string;
  json?: boolean;
}

/**
 * Writes alt text for images and prints it, with the alt text in the metadata of the file. It costs
 * no credit.
 */
export async function runDescribe(sources: string[], flags: DescribeFlags): Promise<void> {
  requireLanguage(flags.language);
  const config = parseConfig(process.env);
  const pipeline = createAltTextPipeline(config, new Registry());
  const rows = [];
  for (const source of sources) {
    const bytes = await readLocal(source);
    const result = await describe(pipeline, source, bytes, {
      blog_title: flags.title,
      seo_keywords: flags.keywords,
      style: flags.style,
      text_length: flags.length,
      language: flags.language,
      deadlineMs: config.requestDeadlineMs,
    });
    if ('error' in result) process.exitCode = 1;
    const inFile = bytes && (await readAltTextOfFile(bytes, flags.language));
    rows.push({ image: source, ...result, ...(inFile && { text_in_file: inFile }) });
  }
  if (flags.length === 'long' && flags.json !== true) {
    for (const { image, ...row } of rows) print({ image, ...row }, false);
  } else {
    print(rows, flags.json === true);
  }
}

interface DescribeOptions extends ImageContext {
  readonly text_length?: TextLength;
  /** BCP 47 code. */
  readonly language: string;
  /** Time for one image, in milliseconds. */
  readonly deadlineMs: number;
}

/** Writes the text for one image, a local file or a URL, or reports why that failed. */
async function describe(
  { readImage, generate }: AltTextPipeline,
  fileOrUrl: string,
  bytes: Buffer | undefined,
  { language, deadlineMs, ...context }: DescribeOptions,
): Promise<{ alt_text: string } | { error: string }> {
  const options = {
    signal: new AbortController().signal,
    deadline: Date.now() + deadlineMs,
    log: createLog('silent'),
  };
  try {
    const image = await loadImage(readImage, sourceOf(fileOrUrl, bytes), options);
    const prompt = buildPrompt(context, findLanguage(language));
    const { answer } = await generate({ ...prompt, ...image }, options);
    return { alt_text: answer.text };
  } catch (error) {
    // Whatever the error is, the texts of the other images are printed: they have been paid for.
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

const isUrl = (fileOrUrl: string) => /^https?:/i.test(fileOrUrl);

/** The bytes of a local file; undefined for a URL, or if it cannot be read. */
async function readLocal(fileOrUrl: string): Promise<Buffer | undefined> {
  return isUrl(fileOrUrl) ? undefined : readFile(fileOrUrl).catch(() => undefined);
}

function sourceOf(fileOrUrl: string, bytes: Buffer | undefined): ImageSource {
  if (isUrl(fileOrUrl)) return { image_url: fileOrUrl };
  if (!bytes) {
    const message = `The file ${fileOrUrl} does not exist or cannot be read.`;
    throw new ImageError('image_file', 'image_not_found', message);
  }
  // The bytes decide the format, not the type given here.
  return { image_file: `data:image/any;base64,${bytes.toString('base64')}` };
}

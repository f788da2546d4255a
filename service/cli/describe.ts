import { readFile } from 'node:fs/promises';
import { findLanguage } from '../../shared/languages.ts';
import type { AltTextPipeline } from '../compose.ts';
import type { AltText } from '../prompting/answer.ts';
import { buildPrompt, type PictureContext } from '../prompting/prompt.ts';
import {
  loadPicture,
  PictureError,
  PicturesBusyError,
  type PictureSource,
} from '../images/picture.ts';
import { createLog } from '../server/log.ts';
import { ProviderError } from '../providers/provider.ts';

/** What is known of a picture besides where it is. */
export interface DescribeOptions extends PictureContext {
  /** BCP 47 code. */
  readonly language: string;
  /** Time for one picture, in milliseconds. */
  readonly deadlineMs: number;
}

/** A text for a picture, or why there is none. */
export type Described = { readonly altText: AltText } | { readonly error: string };

/** Writes the text for one picture: a file on this machine, or a URL. */
export async function describe(
  { readPicture, provider }: AltTextPipeline,
  fileOrUrl: string,
  { language, deadlineMs, ...context }: DescribeOptions,
): Promise<Described> {
  const options = {
    signal: new AbortController().signal,
    deadline: Date.now() + deadlineMs,
    log: createLog('silent'),
  };
  try {
    const picture = await loadPicture(readPicture, await sourceOf(fileOrUrl), options);
    const prompt = buildPrompt(context, findLanguage(language));
    return { altText: await provider.generate({ ...prompt, picture }, options) };
  } catch (error) {
    if (isExpected(error)) return { error: error.message };
    throw error;
  }
}

async function sourceOf(fileOrUrl: string): Promise<PictureSource> {
  if (/^https?:/i.test(fileOrUrl)) return { image_url: fileOrUrl };
  const bytes = await readFile(fileOrUrl).catch(() => {
    throw new PictureError('image_file', `There is no file ${fileOrUrl} that can be read.`);
  });
  // The bytes decide what it is, not the type that is named here.
  return { image_file: `data:image/any;base64,${bytes.toString('base64')}` };
}

function isExpected(error: unknown): error is Error {
  return [PictureError, PicturesBusyError, ProviderError].some((type) => error instanceof type);
}

import type { z } from 'zod';
import { generateRequest as contract } from '../../shared/contract.ts';
import { EmbeddedPicture } from '../images/embedded-picture.ts';

/** A request as the interface has it, but that a long `image_file` is decoded already. */
export type GenerateRequest = Omit<z.infer<typeof contract>, 'image_file'> & {
  image_file?: string | EmbeddedPicture | undefined;
};

/** What a long `image_file` is for the schema, which looks at no more than whether there is one. */
const someFile = 'data:';

/** Checks a request by the interface's schema. */
export const generateRequest = {
  safeParse(body: unknown): z.ZodSafeParseResult<GenerateRequest> {
    const file = longFileOf(body);
    if (!file) return contract.safeParse(body);
    const parsed = contract.safeParse({ ...(body as object), image_file: someFile });
    return parsed.success ? { success: true, data: { ...parsed.data, image_file: file } } : parsed;
  },
};

function longFileOf(body: unknown): EmbeddedPicture | undefined {
  if (typeof body !== 'object' || body === null || !('image_file' in body)) return undefined;
  return body.image_file instanceof EmbeddedPicture ? body.image_file : undefined;
}

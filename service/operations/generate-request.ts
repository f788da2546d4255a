import type { z } from 'zod';
import { generateRequest as contract } from '../../shared/contract.ts';

/** A request as the interface has it, but that a long `image_file` may be the bytes that it held. */
export type GenerateRequest = Omit<z.infer<typeof contract>, 'image_file'> & {
  image_file?: string | Buffer | undefined;
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

function longFileOf(body: unknown): Buffer | undefined {
  if (typeof body !== 'object' || body === null || !('image_file' in body)) return undefined;
  return Buffer.isBuffer(body.image_file) ? body.image_file : undefined;
}

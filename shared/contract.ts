import * as z from 'zod';

/**
 * The HTTP interface of the service: requests, responses and limits. Field names and status codes
 * are those of the interface specification; `image_context`, `style`,
 * `text_length` and `verify` are Altscribe's own additions.
 */

/** Longest text field of a request, in characters (UTF-16 code units). */
export const maxTextLength = 2_000;

/** Longest `style` of a request, in characters (UTF-16 code units). */
export const maxStyleLength = 1_500;

/** Longest text of a response to a request with `text_length` `long`, in UTF-16 code units. */
export const maxLongTextLength = 1_500;

/** Message of a 400 for a request without a user id. */
export const userIdRequired = 'User ID is required';

/** A user's id: an e-mail address, trimmed and in lower case. */
export const userId = z
  .string({
    error: (issue) => (issue.input == null ? userIdRequired : 'Send user_id as a string.'),
  })
  .trim()
  .toLowerCase()
  .min(1, { error: userIdRequired, abort: true })
  .max(254, { error: 'An e-mail address has at most 254 characters.', abort: true })
  .regex(z.regexes.html5Email, {
    error: 'Send user_id as an e-mail address, for example editor@example.com.',
  })
  .meta({
    description: 'E-mail address of the user. Case and space around it do not count.',
    examples: ['editor@example.com'],
  });

function text(field: string, description: string, maxLength = maxTextLength) {
  return z
    .string({ error: `Send ${field} as a string.` })
    .max(maxLength, {
      error: `${field} may have at most ${maxLength.toLocaleString('en')} characters.`,
    })
    .optional()
    .meta({ description });
}

/** The plan that is never refused for credits. Case doesn't matter. */
export const unlimitedPlan = 'unlimited';

/**
 * The value of `CreditsAvailable` and `credits_available` for that plan, because they must be
 * numbers.
 */
export const unlimitedCredits = 1_000_000;

const notAnObject = { error: 'Send a JSON object.' };

/** Body of `POST /v1/get-user-details-api`. */
export const userDetailsRequest = z.object({ user_id: userId }, notAnObject);

/** Body of `POST /v1/generate-alt-text-api`. If both images are given, `image_file` is used. */
export const generateRequest = z
  .object(
    {
      user_id: userId,
      image_url: z
        .string({ error: 'Send image_url as a string that holds a URL.' })
        .optional()
        .meta({
          description: 'Public http or https URL of the image.',
          examples: ['https://example.com/boat.jpg'],
        }),
      image_file: z
        .string({ error: 'Send image_file as a string that holds a data URI.' })
        .optional()
        .meta({ description: 'The image itself: `data:image/<type>;base64,<base64-data>`.' }),
      blog_title: text('blog_title', 'Title of the post or page that holds the image.'),
      seo_keywords: text('seo_keywords', 'Keywords, separated by commas; used where they fit.'),
      image_context: text(
        'image_context',
        'What surrounds the image, one line each: caption, target and words of its link, heading, paragraphs beside it, what kind of page it is.',
      ),
      language_code: text(
        'language_code',
        'Language of the alt text, as `pt-BR` or `pt_BR`. Without it, or if it is not known, `en`.',
      ),
      style: text(
        'style',
        'How the site writes: wording, tone, terms to use or avoid. Followed unless the text would be untrue.',
        maxStyleLength,
      ),
      text_length: z
        .enum(['short', 'detailed', 'long'], {
          error: 'Send text_length as "short", "detailed" or "long".',
        })
        .optional()
        .meta({
          description: `For a text that is shorter or more detailed than usual, or, with \`long\`, for a long description of a chart, diagram, map or table: a title on the first line, then paragraphs with an empty line before each, and lists whose items begin with "- ", together at most ${maxLongTextLength.toLocaleString('en')} characters.`,
        }),
      verify: z.boolean({ error: 'Send verify as true or false.' }).optional().meta({
        description:
          'Whether a second model checks the text: see `Altscribe-Doubts`. Without it, as the operator has configured.',
      }),
    },
    notAnObject,
  )
  .refine((body) => Boolean(body.image_url) || Boolean(body.image_file), {
    path: ['image_url'],
    error: 'Send an image: image_url with a public URL, or image_file with a data URI.',
    // Without this, a missing image would only be reported once all fields are valid.
    when: ({ value }) => isObject(value) && !hasWrongImage(value),
  })
  // The same rule for JSON schema, which cannot express it from code.
  .meta({ anyOf: [requireText('image_url'), requireText('image_file')] });

const creditsDescription = `Credits left. ${unlimitedCredits} for the plan \`${unlimitedPlan}\`, which is never refused for credits.`;

/** Response of a successful generate call. `CreditsAvailable` is the user's remaining balance. */
export const generateResponse = z.object({
  altText: z.string(),
  CreditsAvailable: z.int().meta({ description: creditsDescription }),
  plan_type: z.string(),
});

/** Response of a successful user details call. */
export const userDetailsResponse = z.object({
  userDetails: z.object({
    user_id: z.string(),
    plan_type: z.string(),
    credits_available: z.int().meta({ description: creditsDescription }),
  }),
});

export type GenerateRequest = z.infer<typeof generateRequest>;
export type GenerateResponse = z.infer<typeof generateResponse>;
export type UserDetailsRequest = z.infer<typeof userDetailsRequest>;
export type UserDetailsResponse = z.infer<typeof userDetailsResponse>;

function requireText(field: string) {
  return { required: [field], properties: { [field]: { minLength: 1 } } };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A field of the wrong type has its own problem; the image isn't missing then. */
function hasWrongImage(body: Record<string, unknown>): boolean {
  return [body['image_url'], body['image_file']].some(
    (field) => field !== undefined && typeof field !== 'string',
  );
}

import { counted, generated } from './headers.ts';
import { errorRef } from './errors.ts';
import { jsonContent } from './schemas.ts';

/** What both operations may respond besides success. */
const errors = {
  400: errorRef('BadRequest'),
  401: errorRef('AuthenticationFailed'),
  404: errorRef('UserNotFound'),
  429: errorRef('TooManyRequests'),
  500: errorRef('InternalServerError'),
};

const requestId = {
  name: 'X-Request-Id',
  in: 'header',
  description: 'An id for the logs, 1 to 128 letters, digits and `_.:-`; any other is replaced.',
  schema: { type: 'string' },
};

const generateHeaders = [
  {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'The same key with the same request gets the first response again within 24 hours, and costs nothing.',
    schema: { type: 'string', pattern: '^[!-~]{1,255}$' },
  },
  {
    name: 'Cache-Control',
    in: 'header',
    description: '`no-cache` has the text written anew, for a credit.',
    schema: { type: 'string', examples: ['no-cache'] },
  },
];

const user = { user_id: 'editor@example.com' };

/** The two operations, by path. `bodyBytes` is the longest body that is read. */
export function describeOperations(bodyBytes: number) {
  const size = `The body has at most ${bodyBytes} bytes.`;
  return {
    '/v1/generate-alt-text-api': {
      post: {
        operationId: 'generateAltText',
        summary: 'Generate alt text for one image',
        description: `Costs one credit; an error costs none. Where both images are given, \`image_file\` is used. ${size}`,
        tags: ['Operations'],
        parameters: [requestId, ...generateHeaders],
        requestBody: {
          required: true,
          content: jsonContent('GenerateRequest', {
            url: { ...user, image_url: 'https://example.com/boat.jpg', language_code: 'pt-BR' },
            file: { ...user, image_file: 'data:image/png;base64,iVBORw0KGgo…' },
          }),
        },
        responses: {
          200: {
            description: 'The text, and what the user has left.',
            headers: generated,
            content: jsonContent('GenerateResponse', {
              text: {
                altText: 'A red boat on a calm lake',
                CreditsAvailable: 499,
                plan_type: 'pro',
              },
            }),
          },
          403: errorRef('InsufficientCredits'),
          ...errors,
        },
      },
    },
    '/v1/get-user-details-api': {
      post: {
        operationId: 'getUserDetails',
        summary: 'Plan and credits of a user',
        description: size,
        tags: ['Operations'],
        parameters: [requestId],
        requestBody: { required: true, content: jsonContent('UserDetailsRequest', { user }) },
        responses: {
          200: {
            description: 'The user.',
            headers: counted,
            content: jsonContent('UserDetailsResponse', {
              user: { userDetails: { ...user, plan_type: 'pro', credits_available: 499 } },
            }),
          },
          ...errors,
        },
      },
    },
  };
}

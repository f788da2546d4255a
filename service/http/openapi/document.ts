import { readVersion } from '../../config/package.ts';
import { always, counted, errorRef, errorResponses, generated, headers, kept } from './headers.ts';
import { jsonContent, listSchemas } from './schemas.ts';

const status = {
  type: 'object',
  properties: { status: { const: 'ok' } },
  required: ['status'],
  additionalProperties: false,
};

const unavailable = {
  type: 'object',
  properties: { status: { const: 'unavailable' }, reason: { type: 'string' } },
  required: ['status', 'reason'],
  additionalProperties: false,
};

function get(operationId: string, summary: string, responses: object) {
  return { get: { operationId, summary, tags: ['Service'], security: [], responses } };
}

function ok(description: string, type: string, schema: object, headers: object = always) {
  return { 200: { description, headers, content: { [type]: { schema } } } };
}

const text = { type: 'string' };
const notModified = { 304: { description: 'The document has not changed.', headers: kept } };

/** The paths for operators, and those of the documentation. */
function describeService() {
  return {
    '/healthz': get(
      'healthz',
      'The process is alive',
      ok('The process is alive.', 'application/json', status),
    ),
    '/readyz': get('readyz', 'The service can take calls', {
      ...ok('The service can take calls.', 'application/json', status),
      503: {
        description: 'The store is unavailable, or the service is stopping.',
        headers: always,
        content: { 'application/json': { schema: unavailable } },
      },
    }),
    '/metrics': get('metrics', 'Metrics for Prometheus', ok('All metrics.', 'text/plain', text)),
    '/openapi.json': get('openapi', 'This document', {
      ...ok('OpenAPI 3.1.', 'application/json', { type: 'object' }, kept),
      ...notModified,
    }),
  };
}

/** The responses of both operations besides success. */
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
  description:
    'An id for the logs: 1 to 128 letters, digits and `_.:-`. Any other value is replaced.',
  schema: { type: 'string' },
};

const generateHeaders = [
  {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Repeating a request with the same key within 24 hours returns the first response again, free of charge.',
    schema: { type: 'string', pattern: '^[!-~]{1,255}$' },
  },
  {
    name: 'Cache-Control',
    in: 'header',
    description: '`no-cache` generates a new text, for one credit.',
    schema: { type: 'string', examples: ['no-cache'] },
  },
];

const user = { user_id: 'editor@example.com' };

/** The two operations, by path. `bodyBytes` is the maximum size of a body. */
function describeOperations(bodyBytes: number) {
  const size = `The body may have at most ${bodyBytes} bytes.`;
  return {
    '/v1/generate-alt-text-api': {
      post: {
        operationId: 'generateAltText',
        summary: 'Generate alt text for one image',
        description: `Costs one credit; an error costs nothing. If both images are given, \`image_file\` is used. ${size}`,
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
            description: 'The text, and the remaining credits of the user.',
            headers: generated,
            content: jsonContent('GenerateResponse', {
              text: {
                altText: 'A red boat on a calm lake',
                CreditsAvailable: 499,
                plan_type: 'pro',
              },
            }),
          },
          403: errorRef('Forbidden'),
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
          403: errorRef('KeyNotForUser'),
          ...errors,
        },
      },
    },
  };
}

/** The configured limits for callers. */
export interface Limits {
  /** Maximum body size, in bytes. */
  readonly bodyBytes: number;
  /** Maximum image size, in bytes. */
  readonly imageBytes: number;
  /** Requests per minute and user. */
  readonly userPerMinute: number;
  /** Failed authentications per minute and address. */
  readonly failuresPerMinute: number;
}

/** The HTTP interface as an OpenAPI 3.1 document, made from the validation schemas. */
export function describeInterface(limits: Limits) {
  return {
    openapi: '3.1.1',
    info: {
      title: 'Altscribe',
      version: readVersion(),
      description: describe(limits),
      license: { name: 'GPL-2.0-or-later', identifier: 'GPL-2.0-or-later' },
    },
    servers: [{ url: '/' }],
    tags: [
      { name: 'Operations', description: 'Operations for callers with an API key.' },
      { name: 'Service', description: 'Paths for operators. No API key is needed.' },
    ],
    paths: { ...describeOperations(limits.bodyBytes), ...describeService() },
    security: [{ apiKey: [] }],
    components: {
      securitySchemes: {
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'x-api-key',
          description:
            'An API key of the account’s owner. Keep it on a server, never in a web page.',
        },
      },
      schemas: listSchemas(),
      headers,
      responses: errorResponses,
    },
  };
}

function describe({ bodyBytes, imageBytes, userPerMinute, failuresPerMinute }: Limits): string {
  return `Altscribe writes alt text for images.

- Requests are JSON, UTF-8, at most ${count(bodyBytes)} bytes, without \`Content-Encoding\`.
- Images are JPEG, PNG, WebP, GIF, AVIF, TIFF or SVG, at most ${count(imageBytes)} bytes and 50 megapixels.
- Text lengths are counted in UTF-16 code units.
- Each user may send ${count(userPerMinute)} requests a minute, counted over both operations. Each address may fail to authenticate ${failuresPerMinute} times a minute.
- Errors are JSON. Unknown paths return 404, other methods 405 with \`Allow\`.`;
}

function count(value: number): string {
  return value.toLocaleString('en');
}

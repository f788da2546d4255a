import { readVersion } from '../package.ts';
import { errorResponses } from './errors.ts';
import { headers } from './headers.ts';
import { describeOperations } from './operations.ts';
import { listSchemas } from './schemas.ts';
import { describeService } from './service-paths.ts';

/** What the configuration allows callers. */
export interface Limits {
  /** Longest body, in bytes. */
  readonly bodyBytes: number;
  /** Largest picture, in bytes. */
  readonly imageBytes: number;
  /** Requests a minute of one user. */
  readonly userPerMinute: number;
  /** Failed authentications a minute of one address. */
  readonly failuresPerMinute: number;
}

/** The HTTP interface as an OpenAPI 3.1 document, from the schemas that validate. */
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
      { name: 'Operations', description: 'What callers with an API key use.' },
      { name: 'Service', description: 'What whoever runs the service uses. No API key is needed.' },
    ],
    paths: { ...describeOperations(limits.bodyBytes), ...describeService() },
    security: [{ apiKey: [] }],
    components: {
      securitySchemes: {
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'x-api-key',
          description: 'A key of the account’s owner. Keep it on a server, never in a page.',
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
- Lengths of text are counted in UTF-16 code units.
- A user has ${count(userPerMinute)} requests a minute over both operations; an address has ${failuresPerMinute} failed authentications a minute.
- Errors are JSON. Another path than these is a 404, another method a 405 with \`Allow\`.`;
}

function count(value: number): string {
  return value.toLocaleString('en');
}

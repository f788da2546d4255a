import { always, kept } from './headers.ts';

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
const notModified = { 304: { description: 'Not changed.', headers: kept } };

/** The paths for whoever runs the service or reads about it. */
export function describeService() {
  return {
    '/healthz': get('healthz', 'The process is alive', ok('It is.', 'application/json', status)),
    '/readyz': get('readyz', 'The service can take calls', {
      ...ok('It can.', 'application/json', status),
      503: {
        description: 'The store is away, or the service stops.',
        headers: always,
        content: { 'application/json': { schema: unavailable } },
      },
    }),
    '/metrics': get(
      'metrics',
      'Measurements for Prometheus',
      ok('All measurements.', 'text/plain', text),
    ),
    '/openapi.json': get('openapi', 'This description', {
      ...ok('OpenAPI 3.1.', 'application/json', { type: 'object' }, kept),
      ...notModified,
    }),
  };
}

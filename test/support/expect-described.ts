import { Ajv2020 } from 'ajv/dist/2020.js';
import { maxBodyBytes } from '../../service/http/request-size.ts';
import { describeInterface } from '../../service/http/openapi/document.ts';

/** An unchanged response; header names are in lower case. */
export interface ReceivedResponse {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

interface Described {
  readonly $ref?: string;
  readonly required?: boolean;
  readonly schema?: object;
  readonly headers?: Readonly<Record<string, Described>>;
  readonly content?: Readonly<Record<string, { schema: Described }>>;
}

type Responses = Readonly<Record<string, Described>>;

/** The API description of a service with the default limits. */
export const interfaceDocument = describeInterface({
  bodyBytes: maxBodyBytes(10_485_760),
  imageBytes: 10_485_760,
  userPerMinute: 100,
  failuresPerMinute: 60,
});

const ajv = new Ajv2020({ strict: false, allErrors: true });

/** Headers that any HTTP response may have. */
const transport = /^(content-type|content-length|date|connection|keep-alive|transfer-encoding)$/;

/**
 * Throws unless the status, headers and body of a response match `/openapi.json`, which does not include
 * the dashboard.
 */
export function expectDescribed(response: ReceivedResponse): void {
  const { method, status } = response;
  const { pathname } = new URL(`http://host${response.path}`);
  if (/^\/+dashboard(\/|$)/.test(pathname)) return;
  const described = findResponses(method, pathname)[status];
  const problems = described
    ? [...headerProblems(follow(described), response), ...bodyProblems(follow(described), response)]
    : ['The status is not described.'];
  if (problems.length > 0) {
    throw new Error(`${method} ${pathname}, ${status}: ${problems.join(' ')}`);
  }
}

/** Whether the description allows a request body. */
export function isDescribedRequest(name: string, body: unknown): boolean {
  return ajv.validate(follow({ $ref: `#/components/schemas/${name}` }), body);
}

function findResponses(method: string, pathname: string): Responses {
  const { responses } = interfaceDocument.components;
  const paths: Readonly<Record<string, Readonly<Record<string, { responses: object }>>>> =
    interfaceDocument.paths;
  const verb = method === 'HEAD' ? 'get' : method.toLowerCase();
  const path = paths[pathname];
  if (path?.[verb]) return path[verb].responses as Responses;
  // Invalid HTTP gets a 400 at any path.
  return path
    ? { 400: responses.BadRequest, 405: responses.MethodNotAllowed }
    : { 400: responses.BadRequest, 404: responses.PathNotFound };
}

function headerProblems(described: Described, { headers }: ReceivedResponse): string[] {
  const known = Object.entries(described.headers ?? {}).map(
    ([name, header]) => [name.toLowerCase(), follow(header)] as const,
  );
  const names = new Set(known.map(([name]) => name));
  const unknown = Object.keys(headers).filter((name) => !transport.test(name) && !names.has(name));
  return [
    ...unknown.map((name) => `The header ${name} is not described.`),
    ...known.flatMap(([name, header]) => headerProblem(name, header, headers[name])),
  ];
}

function headerProblem(name: string, header: Described, value: string | undefined): string[] {
  if (value === undefined) return header.required ? [`The header ${name} is missing.`] : [];
  const schema = header.schema ?? {};
  const isNumber = 'type' in schema && schema.type === 'integer';
  return ajv.validate(schema, isNumber ? Number(value) : value)
    ? []
    : [`The header ${name} is ${value}: ${ajv.errorsText()}.`];
}

function bodyProblems(described: Described, { method, headers, text }: ReceivedResponse): string[] {
  if (method === 'HEAD') return [];
  const [type] = Object.keys(described.content ?? {});
  const schema = type && described.content?.[type]?.schema;
  if (!type || !schema) return text ? ['There is to be no body.'] : [];
  const sent = headers['content-type']?.split(';')[0];
  if (sent !== type) return [`The body is ${String(sent)}, not ${type}.`];
  const body: unknown = type === 'application/json' ? JSON.parse(text) : text;
  return ajv.validate(follow(schema), body) ? [] : [`The body is wrong: ${ajv.errorsText()}.`];
}

/** The target of a `$ref` into the document. */
function follow(described: Described): Described {
  if (!described.$ref) return described;
  return described.$ref
    .slice('#/'.length)
    .split('/')
    .reduce<unknown>(
      (value, name) => (value as Record<string, unknown>)[name],
      interfaceDocument,
    ) as Described;
}

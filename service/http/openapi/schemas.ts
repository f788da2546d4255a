import * as z from 'zod';
import {
  generateRequest,
  generateResponse,
  userDetailsRequest,
  userDetailsResponse,
} from '../../../shared/contract.ts';
import {
  authenticationFailedBody,
  badRequestBody,
  forbiddenBody,
  internalServerErrorBody,
  messageBody,
} from '../../../shared/error-bodies.ts';

/** Request bodies. */
const requests = { GenerateRequest: generateRequest, UserDetailsRequest: userDetailsRequest };

/** Response bodies. */
const responses = {
  GenerateResponse: generateResponse,
  UserDetailsResponse: userDetailsResponse,
  BadRequest: badRequestBody,
  AuthenticationFailed: authenticationFailedBody,
  Forbidden: forbiddenBody,
  Message: messageBody,
  InternalServerError: internalServerErrorBody,
};

export type SchemaName = keyof typeof requests | keyof typeof responses;

type Schemas = Readonly<Record<string, { readonly properties?: object }>>;

/** The validation schemas as JSON schemas, by name. */
export function listSchemas(): Schemas {
  return { ...convert(requests, 'input'), ...convert(responses, 'output') };
}

function convert(schemas: Readonly<Record<string, z.ZodType>>, io: 'input' | 'output'): Schemas {
  const converted = Object.entries(schemas).map(([name, schema]) => {
    // It is OpenAPI 3.1's default dialect.
    const { $schema, ...rest } = z.toJSONSchema(schema, { io });
    return [name, rest] as const;
  });
  return Object.fromEntries(converted);
}

/** A JSON body. */
export interface Content {
  readonly schema: { readonly $ref: string };
  readonly examples: object;
}

/** A JSON body with its schema, and examples by name. */
export function jsonContent(
  name: SchemaName,
  examples: Readonly<Record<string, unknown>>,
): Readonly<Record<string, Content>> {
  return {
    'application/json': {
      schema: { $ref: `#/components/schemas/${name}` },
      examples: Object.fromEntries(
        Object.entries(examples).map(([example, value]) => [example, { value }]),
      ),
    },
  };
}

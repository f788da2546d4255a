import type { APIError } from 'openai';
import type { JsonObjectSchema } from './provider.ts';
/** Which parameters a server knows: older and OpenAI-compatible ones lack some of OpenAI's newest. */
export interface Dialect {
    readonly tokenLimit: 'max_completion_tokens' | 'max_tokens';
    readonly effort: 'none' | 'minimal' | undefined;
    readonly jsonSchema: boolean;
}
/** What OpenAI's current models take. */
export declare const initialDialect: Dialect;
/** The parameters of a call that differ between servers. */
export declare function parameters(dialect: Dialect, schema: JsonObjectSchema): {
    response_format?: {
        type: "json_schema";
        json_schema: {
            name: string;
            strict: boolean;
            schema: {
                additionalProperties: boolean;
                type: string;
                properties: Readonly<Record<string, {
                    type: string;
                    enum?: string[];
                }>>;
                required: string[];
            };
        };
    };
    reasoning_effort?: "none" | "minimal";
};
/**
 * The dialect to try after a refusal that names a parameter, or nothing when the refusal is about
 * something else. Each step gives something up, so that there are only a few.
 */
export declare function simplerDialect(dialect: Dialect, error: APIError): Dialect | undefined;

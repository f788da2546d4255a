import { z } from 'zod';
export type Environment = Readonly<Record<string, string | undefined>>;
/** A text, trimmed. */
export declare const text: z.ZodOptional<z.ZodString>;
/** The address of a server. */
export declare const url: z.ZodOptional<z.ZodURL>;
/** `false` unless set. */
export declare const flag: z.ZodPipe<z.ZodDefault<z.ZodEnum<{
    0: "0";
    true: "true";
    false: "false";
    1: "1";
}>>, z.ZodTransform<boolean, "0" | "true" | "false" | "1">>;
/** A number from `least` to `most`; `otherwise` unless set. */
export declare function wholeNumber(least: number, most: number, otherwise: number): z.ZodDefault<z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>>;
/**
 * Reads environment variables; an empty one counts as unset.
 * @returns the values, unless there are problems: a sentence for each, with the variable's name
 */
export declare function readEnvironment<Shape extends z.ZodRawShape>(shape: Shape, env: Environment): {
    values: z.core.$InferObjectOutput<{ -readonly [P in keyof Shape]: Shape[P]; }, {}> | undefined;
    problems: string[];
};

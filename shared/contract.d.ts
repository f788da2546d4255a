import { z } from 'zod';
/**
 * The HTTP interface of the service: what goes in, what comes out, and the limits. Field names and
 * status codes are those of the interface specification; `image_context` is Altscribe's own addition.
 */
/** Longest text field of a request, in characters (UTF-16 code units). */
export declare const maxTextLength = 2000;
/** Message of a 400 for a request that names no user. */
export declare const userIdRequired = "User ID is required";
/** Identifier of a user: an e-mail address, trimmed and in lower case. */
export declare const userId: z.ZodString;
/** Body of `POST /v1/get-user-details-api`. */
export declare const userDetailsRequest: z.ZodObject<{
    user_id: z.ZodString;
}, z.core.$strip>;
/** Body of `POST /v1/generate-alt-text-api`. Where both pictures are given, `image_file` is used. */
export declare const generateRequest: z.ZodObject<{
    user_id: z.ZodString;
    image_url: z.ZodOptional<z.ZodString>;
    image_file: z.ZodOptional<z.ZodString>;
    blog_title: z.ZodOptional<z.ZodString>;
    seo_keywords: z.ZodOptional<z.ZodString>;
    image_context: z.ZodOptional<z.ZodString>;
    language_code: z.ZodOptional<z.ZodString>;
}, z.core.$strip>;
/** Response of a successful generate call. `CreditsAvailable` is what the user has left. */
export declare const generateResponse: z.ZodObject<{
    altText: z.ZodString;
    CreditsAvailable: z.ZodInt;
    plan_type: z.ZodString;
}, z.core.$strip>;
/** Response of a successful user details call. */
export declare const userDetailsResponse: z.ZodObject<{
    userDetails: z.ZodObject<{
        user_id: z.ZodString;
        plan_type: z.ZodString;
        credits_available: z.ZodInt;
    }, z.core.$strip>;
}, z.core.$strip>;
export type GenerateRequest = z.infer<typeof generateRequest>;
export type GenerateResponse = z.infer<typeof generateResponse>;
export type UserDetailsRequest = z.infer<typeof userDetailsRequest>;
export type UserDetailsResponse = z.infer<typeof userDetailsResponse>;

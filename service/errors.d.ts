/** One problem of a request: which field, and what would be right. */
export interface Problem {
    readonly path: string;
    readonly message: string;
}
/** An error with a status and a body that a caller may see. A caller sees any other error as a plain 500. */
export declare class HttpError extends Error {
    readonly name = "HttpError";
    readonly status: number;
    readonly body: Readonly<Record<string, unknown>>;
    readonly headers: Readonly<Record<string, string>>;
    constructor(status: number, body: Readonly<Record<string, unknown>>, headers?: Readonly<Record<string, string>>);
}
/** 400: `message` names every problem; `errors` lists them. */
export declare function badRequest(problems: readonly Problem[]): HttpError;
/** 400 for a request that names no user, in exactly the words of the specification. */
export declare function userIdMissing(message: string): HttpError;
/** 401, variant A: no `x-api-key`. */
export declare function authenticationRequired(): HttpError;
/** 401, variant B: a key that is malformed, unknown or revoked. */
export declare function invalidApiKey(): HttpError;
/** 403: the balance does not cover the call. */
export declare function insufficientCredits(creditsAvailable: number, planType: string): HttpError;
/** 404: no such user, or another owner's. */
export declare function userNotFound(): HttpError;
/** 404: no such path. */
export declare function pathNotFound(): HttpError;
/** 405: another method than the path takes. `allow` lists those it takes. */
export declare function methodNotAllowed(allow: string): HttpError;
/** 429, with the seconds to wait. */
export declare function tooManyRequests(headers: Readonly<Record<string, string>>): HttpError;
/** 429 for a load that no single user is to blame for. */
export declare function serviceBusy(): HttpError;
/** 429 for a call whose idempotency key is another call's that has not ended yet. */
export declare function idempotencyKeyInUse(): HttpError;
/** 500. `detail` is public: it never holds a key, a path or a stack. */
export declare function internalServerError(detail: string): HttpError;

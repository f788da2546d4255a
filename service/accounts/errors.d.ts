/** The balance does not cover a call. */
export declare class InsufficientCreditsError extends Error {
    readonly name = "InsufficientCreditsError";
    readonly creditsAvailable: number;
    readonly planType: string;
    constructor(creditsAvailable: number, planType: string);
}
/** A call's credit was no longer reserved when the call was to be settled. */
export declare class ReservationLostError extends Error {
    readonly name = "ReservationLostError";
    constructor();
}
/** The caller hung up before the call was settled. */
export declare class CallerGoneError extends Error {
    readonly name = "CallerGoneError";
    constructor();
}
/** An idempotency key cannot be used. The message says why and what would be right. */
export declare class IdempotencyKeyError extends Error {
    readonly name = "IdempotencyKeyError";
}
/** The first call with an idempotency key did not end in time. */
export declare class IdempotencyKeyInUseError extends Error {
    readonly name = "IdempotencyKeyInUseError";
    constructor();
}

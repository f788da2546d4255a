/** From when on what an account holds can only come from a clock that was wrong. */
export interface ClockLimits {
    /** Months after this one. */
    readonly month: string;
    /** Days after this one. */
    readonly day: string;
    /** Reservations that expire after this time: no call takes a day. */
    readonly expiry: string;
}
/** @param at now, in ISO 8601 */
export declare function clockLimitsAt(at: string): ClockLimits;

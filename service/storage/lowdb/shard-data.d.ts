import { z } from 'zod';
declare const reservation: z.ZodObject<{
    id: z.ZodString;
    user_id: z.ZodString;
    credits: z.ZodInt;
    request_id: z.ZodString;
    at: z.ZodString;
    expires_at: z.ZodString;
    answer_file: z.ZodOptional<z.ZodString>;
}, z.core.$strip>;
declare const storedAccount: z.ZodObject<{
    id: z.ZodOptional<z.ZodString>;
    user_id: z.ZodString;
    owner_id: z.ZodString;
    plan_type: z.ZodString;
    credits_available: z.ZodInt;
    monthly_allowance: z.ZodNullable<z.ZodInt>;
    allowance_month: z.ZodNullable<z.ZodString>;
    keys: z.ZodArray<z.ZodObject<{
        id: z.ZodString;
        owner_id: z.ZodString;
        name: z.ZodString;
        hash: z.ZodString;
        last4: z.ZodString;
        created_at: z.ZodString;
        last_used_at: z.ZodNullable<z.ZodString>;
        revoked_at: z.ZodNullable<z.ZodString>;
    }, z.core.$strip>>;
    reservations: z.ZodArray<z.ZodObject<{
        id: z.ZodString;
        user_id: z.ZodString;
        credits: z.ZodInt;
        request_id: z.ZodString;
        at: z.ZodString;
        expires_at: z.ZodString;
        answer_file: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>>;
    entries: z.ZodArray<z.ZodObject<{
        id: z.ZodString;
        user_id: z.ZodString;
        credits: z.ZodInt;
        reason: z.ZodEnum<{
            call: "call";
            "top-up": "top-up";
            plan: "plan";
            correction: "correction";
        }>;
        request_id: z.ZodNullable<z.ZodString>;
        at: z.ZodString;
    }, z.core.$strip>>;
    usage: z.ZodArray<z.ZodObject<{
        user_id: z.ZodString;
        day: z.ZodString;
        calls: z.ZodInt;
        failures: z.ZodInt;
        fallbacks: z.ZodInt;
        cached: z.ZodInt;
        credits: z.ZodInt;
    }, z.core.$strip>>;
}, z.core.$strip>;
/** An account with all that belongs to it, so that each change is one write. */
export type StoredAccount = Readonly<z.infer<typeof storedAccount>>;
export type StoredReservation = Readonly<z.infer<typeof reservation>>;
/** One file: some of the accounts, by `user_id`. */
export declare const shardSchema: z.ZodObject<{
    version: z.ZodLiteral<1>;
    accounts: z.ZodPipe<z.ZodRecord<z.ZodString, z.ZodObject<{
        id: z.ZodOptional<z.ZodString>;
        user_id: z.ZodString;
        owner_id: z.ZodString;
        plan_type: z.ZodString;
        credits_available: z.ZodInt;
        monthly_allowance: z.ZodNullable<z.ZodInt>;
        allowance_month: z.ZodNullable<z.ZodString>;
        keys: z.ZodArray<z.ZodObject<{
            id: z.ZodString;
            owner_id: z.ZodString;
            name: z.ZodString;
            hash: z.ZodString;
            last4: z.ZodString;
            created_at: z.ZodString;
            last_used_at: z.ZodNullable<z.ZodString>;
            revoked_at: z.ZodNullable<z.ZodString>;
        }, z.core.$strip>>;
        reservations: z.ZodArray<z.ZodObject<{
            id: z.ZodString;
            user_id: z.ZodString;
            credits: z.ZodInt;
            request_id: z.ZodString;
            at: z.ZodString;
            expires_at: z.ZodString;
            answer_file: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>>;
        entries: z.ZodArray<z.ZodObject<{
            id: z.ZodString;
            user_id: z.ZodString;
            credits: z.ZodInt;
            reason: z.ZodEnum<{
                call: "call";
                "top-up": "top-up";
                plan: "plan";
                correction: "correction";
            }>;
            request_id: z.ZodNullable<z.ZodString>;
            at: z.ZodString;
        }, z.core.$strip>>;
        usage: z.ZodArray<z.ZodObject<{
            user_id: z.ZodString;
            day: z.ZodString;
            calls: z.ZodInt;
            failures: z.ZodInt;
            fallbacks: z.ZodInt;
            cached: z.ZodInt;
            credits: z.ZodInt;
        }, z.core.$strip>>;
    }, z.core.$strip>>, z.ZodTransform<Record<string, Readonly<{
        user_id: string;
        owner_id: string;
        plan_type: string;
        credits_available: number;
        monthly_allowance: number | null;
        allowance_month: string | null;
        keys: {
            id: string;
            owner_id: string;
            name: string;
            hash: string;
            last4: string;
            created_at: string;
            last_used_at: string | null;
            revoked_at: string | null;
        }[];
        reservations: {
            id: string;
            user_id: string;
            credits: number;
            request_id: string;
            at: string;
            expires_at: string;
            answer_file?: string | undefined;
        }[];
        entries: {
            id: string;
            user_id: string;
            credits: number;
            reason: "call" | "top-up" | "plan" | "correction";
            request_id: string | null;
            at: string;
        }[];
        usage: {
            user_id: string;
            day: string;
            calls: number;
            failures: number;
            fallbacks: number;
            cached: number;
            credits: number;
        }[];
        id?: string | undefined;
    }>> & Record<string, {
        user_id: string;
        owner_id: string;
        plan_type: string;
        credits_available: number;
        monthly_allowance: number | null;
        allowance_month: string | null;
        keys: {
            id: string;
            owner_id: string;
            name: string;
            hash: string;
            last4: string;
            created_at: string;
            last_used_at: string | null;
            revoked_at: string | null;
        }[];
        reservations: {
            id: string;
            user_id: string;
            credits: number;
            request_id: string;
            at: string;
            expires_at: string;
            answer_file?: string | undefined;
        }[];
        entries: {
            id: string;
            user_id: string;
            credits: number;
            reason: "call" | "top-up" | "plan" | "correction";
            request_id: string | null;
            at: string;
        }[];
        usage: {
            user_id: string;
            day: string;
            calls: number;
            failures: number;
            fallbacks: number;
            cached: number;
            credits: number;
        }[];
        id?: string | undefined;
    }>, Record<string, {
        user_id: string;
        owner_id: string;
        plan_type: string;
        credits_available: number;
        monthly_allowance: number | null;
        allowance_month: string | null;
        keys: {
            id: string;
            owner_id: string;
            name: string;
            hash: string;
            last4: string;
            created_at: string;
            last_used_at: string | null;
            revoked_at: string | null;
        }[];
        reservations: {
            id: string;
            user_id: string;
            credits: number;
            request_id: string;
            at: string;
            expires_at: string;
            answer_file?: string | undefined;
        }[];
        entries: {
            id: string;
            user_id: string;
            credits: number;
            reason: "call" | "top-up" | "plan" | "correction";
            request_id: string | null;
            at: string;
        }[];
        usage: {
            user_id: string;
            day: string;
            calls: number;
            failures: number;
            fallbacks: number;
            cached: number;
            credits: number;
        }[];
        id?: string | undefined;
    }>>>;
}, z.core.$strip>;
export interface ShardData {
    readonly version: 1;
    readonly accounts: Record<string, StoredAccount>;
}
/** A file without accounts. Its object has no prototype, so `constructor` is not found either. */
export declare function emptyShard(): ShardData;
export {};

import type { Logger } from 'pino';
import type * as z from 'zod';
import {
  userDetailsRequest,
  userDetailsResponse,
  type UserDetailsRequest,
  type UserDetailsResponse,
} from '../../shared/contract.ts';
import { shownCredits } from '../accounts/accounts.ts';
import type { MemoryLease } from '../concurrency/memory-budget.ts';
import type { Account } from '../storage/interfaces/accounts.ts';
import type { FoundKey } from '../storage/interfaces/api-keys.ts';
import type { CallRecord } from '../storage/interfaces/usage-log.ts';

/** How a call ended, for the log. */
export type CallNote = Pick<CallRecord, 'outcome' | 'credits' | 'provider'>;

/** An operation's view of the request, besides its body. */
export interface Call {
  readonly user: Account;
  readonly apiKey: Pick<FoundKey, 'id' | 'owner_id' | 'owner_daily_calls_max'>;
  readonly requestId: string;
  readonly log: Logger;
  /** The memory lease of the request, to be resized with the memory in use. */
  readonly memory: MemoryLease;
  /** Aborted when the caller hangs up. */
  readonly signal: AbortSignal;
  /** A request header, if present. */
  getHeader(name: string): string | undefined;
  /** Sets a response header. */
  setHeader(name: string, value: string): void;
  /** Adds to the log how the call ended. */
  note(outcome: CallNote): void;
}

/** One operation of the interface: its request, its response and its work. */
export interface Operation<
  Request extends { user_id: string } = { user_id: string },
  Response = unknown,
> {
  readonly path: string;
  readonly request: { safeParse(body: unknown): z.ZodSafeParseResult<Request> };
  readonly response: { parse(response: unknown): Response };
  handle(request: Request, call: Call): Promise<Response>;
}

/** `POST /v1/get-user-details-api`: plan and credits of a user. */
export const getUserDetails: Operation<UserDetailsRequest, UserDetailsResponse> = {
  path: '/v1/get-user-details-api',
  request: userDetailsRequest,
  response: userDetailsResponse,
  // The response's schema drops fields that aren't public.
  handle: (_request, { user }) =>
    Promise.resolve({ userDetails: { ...user, credits_available: shownCredits(user) } }),
};

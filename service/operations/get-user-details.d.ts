import { type UserDetailsRequest, type UserDetailsResponse } from '../../shared/contract.ts';
import type { Operation } from './operation.ts';
/** `POST /v1/get-user-details-api`: plan and credits of a user. */
export declare const getUserDetails: Operation<UserDetailsRequest, UserDetailsResponse>;

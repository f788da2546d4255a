import {
  userDetailsRequest,
  userDetailsResponse,
  type UserDetailsRequest,
  type UserDetailsResponse,
} from '../../shared/contract.ts';
import type { Operation } from './operation.ts';

/** `POST /v1/get-user-details-api`: plan and credits of a user. */
export const getUserDetails: Operation<UserDetailsRequest, UserDetailsResponse> = {
  path: '/v1/get-user-details-api',
  request: userDetailsRequest,
  response: userDetailsResponse,
  // The response's schema drops what is not public.
  handle: (_request, { user }) => Promise.resolve({ userDetails: user }),
};

import { fetchAccount } from '../../common/api.ts';
import { findPostId } from '../request.ts';
import { accountFailed, accountReceived } from './actions.ts';
import type { Thunk } from './thunk.ts';

/** Reads plan and credits. */
export const loadAccount =
  (): Thunk =>
  async ({ dispatch, registry }) => {
    const postId = findPostId(registry);
    if (postId === null) {
      return;
    }
    const result = await fetchAccount(postId);
    dispatch(result.ok ? accountReceived(result.value) : accountFailed(result.error));
  };

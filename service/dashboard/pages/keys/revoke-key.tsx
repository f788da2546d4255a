import { Confirm } from '../../components/confirm.tsx';
import { redirectAfterPost, renderPage } from '../../render.tsx';
import type { DashboardRoute } from '../../route.ts';
import { callsOfKey } from './key-calls.ts';
import { KeyFacts } from './key-facts.tsx';
import { noteKeyChange } from './note-key-change.ts';
import { getOwnKey, getWorkingKey } from './own-key.ts';
import { keysPath } from './paths.ts';

const path = `${keysPath}/:id/revoke`;

/** Says what stops, and asks once. */
const ask: DashboardRoute = {
  method: 'GET',
  path,
  access: 'owner',
  async handle(ctx, deps) {
    const key = await getWorkingKey(ctx, deps);
    const usage = await deps.accountStore.listKeyUsage(key.owner_id);
    const { total } = callsOfKey(usage, key.id, new Date().toISOString().slice(0, 10));
    const { revoke: words } = ctx.state.texts.keys;
    renderPage(
      ctx,
      { title: words.title(key.name), current: 'keys' },
      <Confirm submit={words.submit} cancelPath={keysPath}>
        <p>{words.text}</p>
        <KeyFacts apiKey={key} calls={total} />
      </Confirm>,
    );
  },
};

const revoke: DashboardRoute = {
  method: 'POST',
  path,
  access: 'owner',
  async handle(ctx, deps) {
    const key = await getOwnKey(ctx, deps);
    if (key.revoked_at === null) {
      await deps.accountStore.revokeKey(key.id, new Date().toISOString(), key.owner_id);
      await noteKeyChange(ctx, deps, 'key.revoked', key);
    }
    redirectAfterPost(ctx, keysPath, 'keyRevoked');
  },
};

export const revokeKey = [ask, revoke];

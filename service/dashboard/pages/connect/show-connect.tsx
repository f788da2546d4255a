import { serviceAddress } from '../../address.ts';
import { FilterForm } from '../../components/filter-form.tsx';
import { usePageContext } from '../../components/page-context.ts';
import { findUserChoice, UserField, type UserChoice } from '../../components/user-field.tsx';
import { getOwner } from '../../get-signed-in.ts';
import { getOwnUser } from '../../get-own-user.ts';
import { queryText } from '../../query.ts';
import { renderPage } from '../../render.tsx';
import type { DashboardRoute } from '../../route.ts';
import type { DashboardContext, DashboardDeps } from '../../state.ts';
import { connectPath } from './paths.ts';
import { findPluginZip } from './plugin-zip.ts';
import { KeyStep, PluginStep, SettingsStep, type KeyStepProps } from './steps.tsx';

/** The page "Connect WordPress". */
export const connectPage: DashboardRoute = {
  method: 'GET',
  path: connectPath,
  access: 'owner',
  navigation: 'connect',
  handle: (ctx, deps) => showConnect(ctx, deps),
};

/** Shows the steps; `key` has the key that was just made, or the form to make one as it was sent. */
export async function showConnect(
  ctx: DashboardContext,
  deps: DashboardDeps,
  key: Omit<KeyStepProps, 'userId'> = {},
): Promise<void> {
  const { user_id: ownerId } = getOwner(ctx);
  const { user_id: userId } = await getOwnUser(ctx, deps, queryText(ctx, 'user') || ownerId);
  const choice = await findUserChoice(deps.accountStore, ownerId);
  const zip = await findPluginZip(deps.pluginZip);
  const { title, intro } = ctx.state.texts.connect;
  renderPage(
    ctx,
    { title, current: 'connect', hasErrors: key.error !== undefined },
    <>
      <p>{intro}</p>
      {key.made === undefined && <ChooseAccount choice={choice} userId={userId} />}
      <ol class="steps">
        <PluginStep zip={zip} />
        <KeyStep hasKey={queryText(ctx, 'key') === 'mine'} {...key} userId={userId} />
        <SettingsStep address={serviceAddress(ctx, deps)} userId={userId} />
      </ol>
    </>,
  );
}

interface ChooseAccountProps {
  readonly choice: UserChoice;
  readonly userId: string;
}

/** Which account the site is to use. It is chosen before a key is made, since that is shown once. */
function ChooseAccount({ choice, userId }: ChooseAccountProps) {
  const { connect } = usePageContext().texts;
  if (choice?.length === 1) return null;
  return (
    <FilterForm path={connectPath} submit={connect.choose}>
      <UserField label={connect.account} choice={choice} value={userId} />
    </FilterForm>
  );
}

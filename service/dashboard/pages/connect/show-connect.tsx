import { CopyBox, Fact, Facts, wpConfig } from '../../components/facts.tsx';
import {
  Field,
  FilterForm,
  findUserChoice,
  Form,
  SubmitButton,
  UserField,
  type UserChoice,
} from '../../components/form.tsx';
import { usePageContext } from '../../components/page-context.ts';
import { serviceAddress } from '../../format.ts';
import { getOwner, getOwnUser } from '../../get-signed-in.ts';
import { OneUse } from '../../one-use-form.tsx';
import { queryText, renderPage } from '../../render.tsx';
import type { DashboardContext, DashboardDeps, DashboardRoute } from '../../state.ts';
import { keyNameProblem, longestKeyName } from '../keys/key-state.ts';
import { createKeyOnce, NewKey, showNewKey } from '../keys/new-key.tsx';
import {
  connectPath,
  downloadZip,
  findPluginZip,
  zipPath,
  type PluginZip,
} from './download-zip.ts';

/** The download link, if the plugin was built. */
function PluginStep({ zip }: { readonly zip: PluginZip | undefined }) {
  const { texts, formats } = usePageContext();
  const { connect } = texts;
  return (
    <li>
      <h2>{connect.install}</h2>
      {zip ? (
        <p>
          <a href={zipPath} class="button button-secondary" download>
            {connect.download(formats.bytes(zip.bytes))}
          </a>
        </p>
      ) : (
        <>
          <p>{connect.noZip}</p>
          <p>{connect.buildZip}</p>
          <CopyBox label={connect.command} value="npm ci && npm run plugin-zip" />
        </>
      )}
      <p>{connect.upload}</p>
    </li>
  );
}

interface KeyStepProps {
  readonly userId: string;
  /** Whether to use an existing key. */
  readonly hasKey?: boolean;
  /** The newly created key. */
  readonly made?: string;
  /** The entered name of the key, and its error. */
  readonly name?: string;
  readonly error?: string;
}

/** The key step: creates a key or uses an existing one. */
function KeyStep({ userId, hasKey, made, name = 'WordPress', error }: KeyStepProps) {
  const { keys, connect } = usePageContext().texts;
  const path = `${connectPath}?user=${encodeURIComponent(userId)}`;
  return (
    <li>
      <h2>{connect.getKey}</h2>
      {made !== undefined && <NewKey value={made} />}
      {made === undefined && hasKey && (
        <p>
          {connect.useYours} <a href={path}>{connect.createInstead}</a>
        </p>
      )}
      {made === undefined && !hasKey && (
        <Form action={path}>
          <OneUse />
          <Field
            name="name"
            label={keys.name}
            description={keys.nameDescription}
            value={name}
            maxLength={longestKeyName}
            autocomplete="off"
            error={error}
          />
          <div class="actions">
            <SubmitButton>{keys.create}</SubmitButton>
            <a href={`${path}&key=mine`}>{connect.haveOne}</a>
          </div>
        </Form>
      )}
    </li>
  );
}

interface SettingsStepProps {
  readonly address: string;
  readonly userId: string;
}

/** The values to enter in WordPress. */
function SettingsStep({ address, userId }: SettingsStepProps) {
  const { connect } = usePageContext().texts;
  return (
    <li>
      <h2>{connect.enter}</h2>
      <p>{connect.enterHint}</p>
      <Facts>
        <Fact name={connect.serviceUrl}>
          <CopyBox label={connect.serviceUrl} value={address} />
        </Fact>
        <Fact name={connect.apiKey}>{connect.apiKeyHint}</Fact>
        <Fact name={connect.accountEmail}>
          <CopyBox label={connect.accountEmail} value={userId} />
        </Fact>
      </Facts>
      <p>{connect.test}</p>
      <details>
        <summary>{connect.constants}</summary>
        <CopyBox label="wp-config.php" value={wpConfig(address, userId)} />
      </details>
    </li>
  );
}

/** The page "Connect WordPress". */
const connectPage: DashboardRoute = {
  method: 'GET',
  path: connectPath,
  access: 'owner',
  navigation: 'connect',
  handle: (ctx, deps) => showConnect(ctx, deps),
};

/** Shows the steps. `key` contains the new key, or the submitted form for one. */
async function showConnect(
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

/**
 * The account for the site to use. It is chosen before the key is created, because the key is shown
 * only once.
 */
function ChooseAccount({ choice, userId }: ChooseAccountProps) {
  const { connect } = usePageContext().texts;
  if (choice?.length === 1) return null;
  return (
    <FilterForm path={connectPath} submit={connect.choose}>
      <UserField label={connect.account} choice={choice} value={userId} />
    </FilterForm>
  );
}

/** Creates a key and shows it among the steps. */
const createKeyToConnect: DashboardRoute = {
  method: 'POST',
  path: connectPath,
  access: 'owner',
  async handle(ctx, deps) {
    const { form, texts } = ctx.state;
    const user = queryText(ctx, 'user');
    // Fail before creating a key that would never be seen.
    if (user !== '') await getOwnUser(ctx, deps, user);
    const name = form.get('name').trim();
    const error = form.errors['name'] ?? keyNameProblem(name, texts);
    if (error !== undefined) {
      ctx.status = 400;
      return showConnect(ctx, deps, { name, error });
    }
    const made = await createKeyOnce(ctx, deps, { name, expiry: 'never', user: null });
    if (made.key === undefined) {
      showNewKey(ctx, deps, made);
      return;
    }
    await showConnect(ctx, deps, { made: made.key });
  },
};

/** The routes for connecting a site. */
export const connect: readonly DashboardRoute[] = [connectPage, createKeyToConnect, downloadZip];

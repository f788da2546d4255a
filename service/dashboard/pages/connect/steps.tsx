import { CopyBox } from '../../components/copy-box.tsx';
import { Fact, Facts } from '../../components/facts.tsx';
import { Field } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { usePageContext } from '../../components/page-context.ts';
import { wpConfig } from '../../components/snippets.ts';
import { SubmitButton } from '../../components/submit-button.tsx';
import { OneUse } from '../../one-use-form.tsx';
import { longestKeyName } from '../keys/key-name.ts';
import { NewKey } from '../keys/new-key.tsx';
import { connectPath, zipPath } from './paths.ts';
import type { PluginZip } from './plugin-zip.ts';

/** The plugin, to be downloaded where it was built. */
export function PluginStep({ zip }: { readonly zip: PluginZip | undefined }) {
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

export interface KeyStepProps {
  readonly userId: string;
  /** Whether a key that was made before is to be used. */
  readonly hasKey?: boolean;
  /** The key that was just made. */
  readonly made?: string;
  /** What was entered as its name, and what is wrong with that. */
  readonly name?: string;
  readonly error?: string;
}

/** A key: made here, or one that was kept. */
export function KeyStep({ userId, hasKey, made, name = 'WordPress', error }: KeyStepProps) {
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

/** What is entered in WordPress. */
export function SettingsStep({ address, userId }: SettingsStepProps) {
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

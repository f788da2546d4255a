import { serviceAddress } from '../../address.ts';
import { CopyBox } from '../../components/copy-box.tsx';
import { Fact, Facts } from '../../components/facts.tsx';
import { Notice } from '../../components/notice.tsx';
import { usePageContext } from '../../components/page-context.ts';
import { curl, wpConfig } from '../../components/snippets.ts';
import { Time } from '../../components/time.tsx';
import { getOwner } from '../../get-signed-in.ts';
import { renderPage } from '../../render.tsx';
import type { DashboardContext, DashboardDeps } from '../../state.ts';
import type { ApiKey } from '../../../storage/interfaces/api-keys.ts';
import type { MadeKey } from './make-once.ts';
import { keysPath } from './paths.ts';

/**
 * Shows a key that was just made, or says that it cannot be shown again.
 * @param old the key that it replaces, as it is now
 */
export function showNewKey(
  ctx: DashboardContext,
  deps: DashboardDeps,
  { key, record }: MadeKey,
  old?: ApiKey,
): void {
  const { newKey, repeated } = ctx.state.texts.keys;
  if (key === undefined) {
    ctx.status = 409;
    renderPage(ctx, { title: repeated.title, current: 'keys' }, <Repeated name={record.name} />);
    return;
  }
  const address = serviceAddress(ctx, deps);
  renderPage(
    ctx,
    { title: newKey.title, current: 'keys' },
    <>
      <NewKey value={key} />
      {old && <OldKey apiKey={old} />}
      <HowToUse address={address} userId={getOwner(ctx).user_id} />
    </>,
  );
}

/** The key itself, once. */
export function NewKey({ value }: { readonly value: string }) {
  const { newKey } = usePageContext().texts.keys;
  return (
    <>
      <CopyBox label={newKey.label} value={value} testId="new-key" />
      <p>
        <strong>{newKey.once}</strong>
      </p>
    </>
  );
}

function OldKey({ apiKey: { last4, expires_at: until } }: { readonly apiKey: ApiKey }) {
  const { newKey } = usePageContext().texts.keys;
  return (
    <p>
      {newKey.oldKey(last4)} <Time at={until} />.
    </p>
  );
}

function HowToUse({ address, userId }: { readonly address: string; readonly userId: string }) {
  const { keys, connect } = usePageContext().texts;
  const { newKey, back } = keys;
  return (
    <>
      <h2>{newKey.wordpress}</h2>
      <p>{newKey.settings}</p>
      <Facts>
        <Fact name={connect.serviceUrl}>
          <CopyBox label={connect.serviceUrl} value={address} />
        </Fact>
        <Fact name={connect.accountEmail}>
          <CopyBox label={connect.accountEmail} value={userId} />
        </Fact>
      </Facts>
      <p>{newKey.constants}</p>
      <CopyBox label="wp-config.php" value={wpConfig(address, userId)} />
      <h2>{newKey.curl}</h2>
      <p>{newKey.curlHint}</p>
      <CopyBox label="curl" value={curl(address, userId)} />
      <p>
        <a href={keysPath}>{back}</a>
      </p>
    </>
  );
}

/** What is said where a form is sent a second time. */
export function Repeated({ name }: { readonly name: string }) {
  const { repeated, back } = usePageContext().texts.keys;
  return (
    <>
      <Notice kind="info">{repeated.text(name)}</Notice>
      <p>
        <a href={keysPath}>{back}</a>
      </p>
    </>
  );
}

import { hasSecondFactor, lacksSecondFactor } from '../../../accounts/second-factor.ts';
import type { SecondFactor } from '../../../storage/interfaces/logins.ts';
import { DataTable } from '../../components/data-table.tsx';
import { Fact, Facts, Notice, Time } from '../../components/facts.tsx';
import { usePageContext } from '../../components/page-context.ts';
import { accountPagePath } from '../../paths.ts';

/** The paths of the forms below the account page. */
export const appPath = `${accountPagePath}/app`;
export const passkeysPath = `${accountPagePath}/passkeys`;
export const recoveryPath = `${accountPagePath}/recovery-codes`;

/** The protection of the user's login besides the password. */
export function SecondFactorSection({ factor }: { readonly factor: SecondFactor }) {
  const { texts, formats } = usePageContext();
  const { secondFactor } = texts;
  const isOn = factor.totp_secret !== null;
  return (
    <section aria-labelledby="second-factor">
      <h2 id="second-factor">{secondFactor.title}</h2>
      {lacksSecondFactor(factor) && <Notice kind="info">{secondFactor.required}</Notice>}
      <p class="quiet">{secondFactor.introduction}</p>
      <Facts>
        <Fact name={secondFactor.app}>
          {isOn ? secondFactor.on : secondFactor.off} ·{' '}
          <a href={isOn ? `${appPath}/remove` : appPath}>
            {isOn ? secondFactor.removeApp : secondFactor.setUpApp}
          </a>
        </Fact>
        <Fact name={secondFactor.passkeys}>
          {formats.number(factor.passkeys.length)} ·{' '}
          <a href={`${passkeysPath}/new`}>{secondFactor.addPasskey}</a>
        </Fact>
        {hasSecondFactor(factor) && (
          <Fact name={secondFactor.recoveryCodes}>
            {secondFactor.codesLeft(factor.recovery_hashes.length)} ·{' '}
            <a href={recoveryPath}>{secondFactor.newCodes}</a>
          </Fact>
        )}
      </Facts>
      {factor.passkeys.length > 0 && (
        <DataTable
          caption={secondFactor.passkeys}
          rows={factor.passkeys}
          keyOf={({ id }) => id}
          columns={[
            { header: secondFactor.columns.name, cell: ({ name }) => name },
            {
              header: secondFactor.columns.created,
              cell: ({ created_at }) => <Time at={created_at} />,
            },
            {
              header: secondFactor.columns.actions,
              cell: ({ id, name }) => (
                <a href={`${passkeysPath}/${encodeURIComponent(id)}/remove`}>
                  {secondFactor.remove}
                  <span class="visually-hidden"> {name}</span>
                </a>
              ),
            },
          ]}
        />
      )}
    </section>
  );
}

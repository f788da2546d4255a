import type { TestResult } from '../../../alerts/notifier.ts';
import type { Setting } from '../../../config/settings.ts';
import { DataTable } from '../../components/data-table.tsx';
import { Notice } from '../../components/facts.tsx';
import { Form, SubmitButton } from '../../components/form.tsx';
import { useTexts } from '../../components/page-context.ts';
import { notFound, renderPage } from '../../render.tsx';
import type { DashboardDeps, DashboardRoute, PageContext } from '../../state.ts';

const path = '/dashboard/settings';
const testPath = `${path}/test-alert`;

const list: DashboardRoute = {
  method: 'GET',
  path,
  access: 'operator',
  navigation: 'settings',
  handle: (ctx, deps) => showSettings(ctx, deps),
};

/** Sends a test alert to the webhook, and to the operator who asks. */
const testAlert: DashboardRoute = {
  method: 'POST',
  path: testPath,
  access: 'operator',
  async handle(ctx, deps) {
    const operator = ctx.state.signedIn?.login.user_id;
    if (!deps.testAlert || operator === undefined) throw notFound();
    showSettings(ctx, deps, await deps.testAlert(operator));
  },
};

/** The settings in force and a test of alerts, for operators. */
export const settings = [list, testAlert];

/** @param tested the result of the test, if it was just made */
function showSettings(
  ctx: PageContext,
  { settings: all, testAlert: isPossible }: DashboardDeps,
  tested?: TestResult,
): void {
  const { title, intro, test } = ctx.state.texts.settings;
  renderPage(
    ctx,
    { title, current: 'settings', hasErrors: (tested?.failed.length ?? 0) > 0 },
    <>
      {tested && tested.failed.length > 0 && (
        <Notice kind="error">{test.failed(tested.failed.join('. '))}</Notice>
      )}
      {tested && tested.sent.length > 0 && (
        <Notice kind="success">{test.sent(tested.sent.join(', '))}</Notice>
      )}
      <p>{intro}</p>
      {isPossible && (
        <Form action={testPath} class="actions">
          <SubmitButton kind="secondary">{test.submit}</SubmitButton>
          <span class="quiet">{test.description}</span>
        </Form>
      )}
      <SettingTable settings={all} />
    </>,
  );
}

function SettingTable({ settings: all }: { readonly settings: readonly Setting[] }) {
  const { title, columns, sources } = useTexts().settings;
  return (
    <DataTable
      caption={title}
      rows={all}
      keyOf={({ name }) => name}
      columns={[
        { header: columns.name, cell: ({ name }) => <code>{name}</code> },
        { header: columns.value, cell: (setting) => <Value {...setting} /> },
        {
          header: columns.source,
          cell: ({ name, source }) =>
            source === 'secretFile' ? sources.secretFile(name) : sources[source],
        },
      ]}
    />
  );
}

function Value({ value, isSecret }: Setting) {
  const { notSet, set } = useTexts().settings;
  if (value === undefined) return <span class="quiet">{notSet}</span>;
  if (isSecret && value === '') return <>{set}</>;
  // Without thousands separators, because variables have none.
  return <code>{isSecret ? `••••${value}` : value}</code>;
}

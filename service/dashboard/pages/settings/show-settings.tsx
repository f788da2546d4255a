import type { Setting } from '../../../config/settings.ts';
import { DataTable } from '../../components/data-table.tsx';
import { useTexts } from '../../components/page-context.ts';
import { renderPage } from '../../render.tsx';
import type { DashboardRoute } from '../../state.ts';

/** The settings in force, for operators. */
export const settings: DashboardRoute = {
  method: 'GET',
  path: '/dashboard/settings',
  access: 'operator',
  navigation: 'settings',
  handle(ctx, { settings: all }) {
    const { title, intro } = ctx.state.texts.settings;
    renderPage(
      ctx,
      { title, current: 'settings' },
      <>
        <p>{intro}</p>
        <SettingTable settings={all} />
      </>,
    );
  },
};

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

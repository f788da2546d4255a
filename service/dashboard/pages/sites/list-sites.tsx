import { coerce, lt } from 'semver';
import { ownerPath } from '../../../accounts/dashboard-paths.ts';
import { siteDays, type ClientSite } from '../../../storage/interfaces/client-sites.ts';
import { DataTable, EmptyState, Pager } from '../../components/data-table.tsx';
import { FilterForm, Select } from '../../components/form.tsx';
import { usePageContext } from '../../components/page-context.ts';
import { queryText, renderPage } from '../../render.tsx';
import type { DashboardRoute } from '../../state.ts';

const path = '/dashboard/sites';
const sitesOnPage = 50;

/** The sites of all owners with the version of their plugin, for operators. */
export const sites: DashboardRoute = {
  method: 'GET',
  path,
  access: 'operator',
  navigation: 'sites',
  async handle(ctx, { accountStore, version }) {
    const areOthers = queryText(ctx, 'show') === 'others';
    const page = Number(/^[1-9]\d{0,5}$/.exec(queryText(ctx, 'page'))?.[0] ?? 1);
    const found = await accountStore.listSites({
      sinceDay: new Date(Date.now() - siteDays * 86_400_000).toISOString().slice(0, 10),
      exceptVersion: areOthers ? version : undefined,
      limit: sitesOnPage + 1,
      offset: (page - 1) * sitesOnPage,
    });
    const { sites: texts } = ctx.state.texts;
    const address = (to: number) =>
      `${path}?${new URLSearchParams({ ...(areOthers && { show: 'others' }), page: String(to) })}`;
    renderPage(
      ctx,
      { title: texts.title, current: 'sites' },
      <>
        <p>{texts.intro(version, siteDays)}</p>
        <FilterForm path={path} submit={texts.submit}>
          <Select
            name="show"
            label={texts.show}
            options={[
              { value: '', label: texts.all },
              { value: 'others', label: texts.others(version) },
            ]}
            value={areOthers ? 'others' : ''}
          />
        </FilterForm>
        {found.length === 0 ? (
          <EmptyState text={texts.empty} />
        ) : (
          <SiteTable sites={found.slice(0, sitesOnPage)} current={version} />
        )}
        <Pager
          newest={page > 1 ? address(1) : undefined}
          older={found.length > sitesOnPage ? address(page + 1) : undefined}
          isByName
        />
      </>,
    );
  },
};

interface SiteTableProps {
  readonly sites: readonly ClientSite[];
  /** The version of the plugin that comes with the service. */
  readonly current: string;
}

function SiteTable({ sites: rows, current }: SiteTableProps) {
  const { texts, formats } = usePageContext();
  const { title, columns, unknown, outdated } = texts.sites;
  return (
    <DataTable
      caption={title}
      rows={rows}
      keyOf={({ owner_id: owner, site }) => `${owner} ${site}`}
      columns={[
        {
          header: columns.site,
          cell: ({ site }) => (site === '' ? unknown : <a href={site}>{site}</a>),
        },
        {
          header: columns.version,
          cell: ({ plugin_version: version }) => (
            <span>
              {version} {isOlder(version, current) && <strong>({outdated})</strong>}
            </span>
          ),
        },
        {
          header: columns.owner,
          cell: ({ owner_id: id }) => <a href={ownerPath(id)}>{id}</a>,
        },
        {
          header: columns.seen,
          cell: ({ last_seen_day: day }) => formats.day(new Date(day)),
        },
      ]}
    />
  );
}

/** Plugins send any version, such as `0.2`. */
function isOlder(version: string, than: string): boolean {
  const [sent, own] = [version, than].map((one) => coerce(one, { includePrerelease: true }));
  return Boolean(sent && own && lt(sent, own));
}

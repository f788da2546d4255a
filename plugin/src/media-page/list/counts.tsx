import { __, _n, sprintf } from '@wordpress/i18n';
import type { ReactNode } from 'react';
import type { LibraryImageState } from '../../common/batches-api.ts';
import { formatNumber } from '../../common/format.ts';
import type { ImageCounts } from '../../common/images-api.ts';
import { bootData } from '../boot-data.ts';
import { imageStates, withFilters, type Filters } from '../filters.ts';
import { tabLink, type Tab } from '../hooks/use-page-query.ts';

interface LinkProps {
  href: string;
  /** For screen readers, if the text is not enough. */
  name?: string | undefined;
  onFollow: (href: string) => void;
  className?: string | undefined;
  isCurrent?: boolean;
  children: ReactNode;
}

/** A link to another view of the page, which is shown without a request. */
export function PageLink({
  href,
  name,
  onFollow,
  className,
  isCurrent = false,
  children,
}: LinkProps) {
  return (
    <a
      href={href}
      aria-label={name}
      className={className}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={(event) => {
        if (!event.metaKey && !event.ctrlKey && !event.shiftKey) {
          event.preventDefault();
          onFollow(href);
        }
      }}
    >
      {children}
    </a>
  );
}

interface TabsProps {
  tab: Tab;
  /** Number of suggestions that wait for a decision. */
  pending: number;
  onFollow: (href: string) => void;
}

/** "To review (51)", "All images", "History" */
export function Tabs({ tab, pending, onFollow }: TabsProps) {
  const tabs: { name: Tab; label: string }[] = [
    {
      name: 'review',
      label: sprintf(
        /* translators: %s: number of suggested alt texts. */
        __('To review (%s)', 'altscribe'),
        formatNumber(pending),
      ),
    },
    { name: 'images', label: __('All images', 'altscribe') },
    { name: 'history', label: __('History', 'altscribe') },
  ];
  return (
    <nav className="nav-tab-wrapper altscribe-page-tabs" aria-label={__('Alt text', 'altscribe')}>
      {tabs.map(({ name, label }) => (
        <PageLink
          key={name}
          href={tabLink(name)}
          className={name === tab ? 'nav-tab nav-tab-active' : 'nav-tab'}
          isCurrent={name === tab}
          onFollow={onFollow}
        >
          {label}
        </PageLink>
      ))}
    </nav>
  );
}

interface CountsProps {
  /** Null until they are known. */
  counts: ImageCounts | null;
  filters: Filters;
  onChange: (filters: Filters) => void;
}

/**
 * "1,204 images | 318 missing | …", each a link to those images. They take their place before they are
 * known, so no row moves under a click.
 */
export function Counts({ counts, filters, onChange }: CountsProps) {
  const pending = counts?.pending ?? 0;
  const links = [
    { state: '' as const, count: counts?.images ?? 0 },
    ...imageStates.map((state) => ({ state, count: counts?.[state] ?? 0 })),
  ];
  return (
    <nav
      aria-label={__('Images by alt text', 'altscribe')}
      style={{ visibility: counts ? undefined : 'hidden' }}
    >
      <ul className="subsubsub altscribe-counts">
        {links.map(({ state, count }, index) => (
          <li key={state}>
            <FilterLink to={{ ...filters, state }} filters={filters} onChange={onChange}>
              {stateCountText(state, count)}
            </FilterLink>
            {(index < links.length - 1 || pending > 0) && ' |'}
          </li>
        ))}
        {pending > 0 && (
          <li>
            {sprintf(
              /* translators: %s: number of alt texts. */
              _n(
                '%s text is still being checked.',
                '%s texts are still being checked.',
                pending,
                'altscribe',
              ),
              formatNumber(pending),
            )}
          </li>
        )}
      </ul>
      {counts && counts.languages.length > 0 && (
        <ul className="altscribe-languages">
          {counts.languages.map((language) => (
            <LanguageCounts
              key={language.language}
              counts={language}
              filters={filters}
              onChange={onChange}
            />
          ))}
        </ul>
      )}
    </nav>
  );
}

interface LanguageCountsProps extends Pick<CountsProps, 'filters' | 'onChange'> {
  counts: ImageCounts['languages'][number];
}

/** The same for a language: "German 120 images · 80 missing · 9 suggested · 5 to check · 2 with problems". */
function LanguageCounts({ counts, filters, onChange }: LanguageCountsProps) {
  const { language, name } = counts;
  const links = [
    { state: '' as const, count: counts.images },
    { state: 'missing' as const, count: counts.missing },
    { state: 'suggested' as const, count: counts.suggested },
    { state: 'unread' as const, count: counts.unread },
    { state: 'check' as const, count: counts.check },
  ];
  return (
    <li>
      <bdi>{name}</bdi>{' '}
      {links.map(({ state, count }, index) => (
        <span key={state}>
          {index > 0 && ' · '}
          <FilterLink
            to={{ ...filters, language, state }}
            name={`${name}: ${stateCountText(state, count)}`}
            filters={filters}
            onChange={onChange}
          >
            {stateCountText(state, count)}
          </FilterLink>
        </span>
      ))}
    </li>
  );
}

interface FilterLinkProps extends Pick<CountsProps, 'filters' | 'onChange'> {
  /** The filters that it sets. */
  to: Filters;
  /** For screen readers, if the text is not enough. */
  name?: string;
  children: string;
}

function FilterLink({ to, name, filters, onChange, children }: FilterLinkProps) {
  const isCurrent = to.state === filters.state && to.language === filters.language;
  return (
    <PageLink
      href={withFilters(window.location.search, to, bootData)}
      name={name}
      className={isCurrent ? 'current' : undefined}
      isCurrent={isCurrent}
      onFollow={() => {
        onChange(to);
      }}
    >
      {children}
    </PageLink>
  );
}

function stateCountText(state: LibraryImageState | '', count: number): string {
  const shown = formatNumber(count);
  switch (state) {
    case '':
      /* translators: %s: number of images. */
      return sprintf(_n('%s image', '%s images', count, 'altscribe'), shown);
    case 'missing':
      /* translators: %s: number of images without alt text. */
      return sprintf(_n('%s missing', '%s missing', count, 'altscribe'), shown);
    case 'suggested':
      /* translators: %s: number of images for which an alt text waits for review. */
      return sprintf(_n('%s suggested', '%s suggested', count, 'altscribe'), shown);
    case 'unread':
      /* translators: %s: number of images whose alt text an AI model wrote. */
      return sprintf(_n('%s to check', '%s to check', count, 'altscribe'), shown);
    case 'check':
      /* translators: %s: number of images. */
      return sprintf(_n('%s with problems', '%s with problems', count, 'altscribe'), shown);
    case 'decorative':
      /* translators: %s: number of images that need no alt text. */
      return sprintf(_n('%s decorative', '%s decorative', count, 'altscribe'), shown);
    case 'good':
      return sprintf(
        /* translators: %s: number of images in whose alt text no problems were found. */
        _n('%s without problems', '%s without problems', count, 'altscribe'),
        shown,
      );
  }
}

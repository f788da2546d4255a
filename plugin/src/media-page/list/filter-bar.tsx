import { CheckboxControl } from '@wordpress/components';
import { __ } from '@wordpress/i18n';
import { bootData } from '../boot-data.ts';
import type { SuggestionCounts } from '../../common/suggestions-api.ts';
import type { Filters, ReviewFilters } from '../filters.ts';

interface Props {
  filters: Filters;
  onChange: (filters: Filters) => void;
}

interface Option {
  value: string;
  label: string;
}

/** Filters by date, type, language, author and use, like those above WordPress's tables. */
export function FilterBar({ filters, onChange }: Props) {
  const { months, mimeTypes, authors, languages } = bootData;
  return (
    <div className="alignleft altscribe-filters">
      <DateSelect filters={filters} months={months} onChange={onChange} />
      <Select
        label={__('Filter by type', 'altscribe')}
        value={filters.mimeType}
        options={[
          { value: '', label: __('All types', 'altscribe') },
          ...mimeTypes.map((value) => ({ value, label: typeName(value) })),
        ]}
        onChange={(mimeType) => {
          onChange({ ...filters, mimeType });
        }}
      />
      {languages.length > 0 && (
        <Select
          label={__('Filter by language', 'altscribe')}
          value={filters.language}
          options={[{ value: '', label: __('All languages', 'altscribe') }, ...languages]}
          onChange={(language) => {
            onChange({ ...filters, language });
          }}
        />
      )}
      {authors.length > 1 && (
        <AuthorSelect filters={filters} authors={authors} onChange={onChange} />
      )}
      <CheckboxControl
        __nextHasNoMarginBottom
        label={__('Only used in published posts', 'altscribe')}
        checked={filters.isUsed}
        onChange={(isUsed) => {
          onChange({ ...filters, isUsed });
        }}
      />
    </div>
  );
}

interface ReviewBarProps {
  filters: ReviewFilters;
  counts: SuggestionCounts;
  onChange: (filters: ReviewFilters) => void;
}

/** Filters by post, author, date, place, state and problem. Those without a choice are left out. */
export function ReviewFilterBar({ filters, counts, onChange }: ReviewBarProps) {
  const { posts, authors, months, findings } = counts;
  return (
    <div className="altscribe-filters">
      {(posts.length > 0 || filters.post !== 0) && (
        <Select
          label={__('Filter by post', 'altscribe')}
          value={String(filters.post)}
          options={[
            { value: '0', label: __('All posts', 'altscribe') },
            ...posts.map(({ id, title }) => ({
              value: String(id),
              label: title === '' ? __('(no title)', 'altscribe') : title,
            })),
          ]}
          onChange={(post) => {
            onChange({ ...filters, post: Number(post) });
          }}
        />
      )}
      {(authors.length > 1 || filters.author !== 0) && (
        <AuthorSelect filters={filters} authors={authors} onChange={onChange} />
      )}
      {(months.length > 1 || filters.month !== '') && (
        <DateSelect filters={filters} months={months} onChange={onChange} />
      )}
      <Select
        label={__('Filter by place', 'altscribe')}
        value={filters.type}
        options={[
          { value: '', label: __('All places', 'altscribe') },
          { value: 'post', label: __('In posts', 'altscribe') },
          { value: 'library', label: __('In the media library', 'altscribe') },
        ]}
        onChange={(value) => {
          onChange({ ...filters, type: value as ReviewFilters['type'] });
        }}
      />
      <Select
        label={__('Filter by state', 'altscribe')}
        value={filters.waiting}
        options={[
          { value: '', label: __('All states', 'altscribe') },
          { value: 'suggested', label: __('Suggested', 'altscribe') },
          { value: 'live', label: __('Written by AI, not checked', 'altscribe') },
        ]}
        onChange={(value) => {
          onChange({ ...filters, waiting: value as ReviewFilters['waiting'] });
        }}
      />
      <Select
        label={__('Filter by problem', 'altscribe')}
        value={filters.finding}
        options={[
          { value: '', label: __('All', 'altscribe') },
          { value: 'none', label: __('Without problems', 'altscribe') },
          ...findings.map(({ slug, label }) => ({
            value: slug,
            label: label.charAt(0).toLocaleUpperCase() + label.slice(1),
          })),
        ]}
        onChange={(finding) => {
          onChange({ ...filters, finding });
        }}
      />
    </div>
  );
}

interface ChoiceProps<Values> {
  filters: Values;
  onChange: (filters: Values) => void;
}

function DateSelect<Values extends { month: string }>({
  filters,
  months,
  onChange,
}: ChoiceProps<Values> & { months: Option[] }) {
  return (
    <Select
      label={__('Filter by date', 'altscribe')}
      value={filters.month}
      options={[{ value: '', label: __('All dates', 'altscribe') }, ...months]}
      onChange={(month) => {
        onChange({ ...filters, month });
      }}
    />
  );
}

function AuthorSelect<Values extends { author: number }>({
  filters,
  authors,
  onChange,
}: ChoiceProps<Values> & { authors: { id: number; name: string }[] }) {
  return (
    <Select
      label={__('Filter by author', 'altscribe')}
      value={String(filters.author)}
      options={[
        { value: '0', label: __('All authors', 'altscribe') },
        ...authors.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      onChange={(author) => {
        onChange({ ...filters, author: Number(author) });
      }}
    />
  );
}

interface SelectProps {
  label: string;
  value: string;
  options: Option[];
  onChange: (value: string) => void;
}

function Select({ label, value, options, onChange }: SelectProps) {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={(event) => {
        onChange(event.target.value);
      }}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

/** `image/svg+xml` -> "SVG" */
function typeName(mimeType: string): string {
  return mimeType.replace(/^image\/(?:x-)?([\w.-]+).*$/, '$1').toUpperCase();
}

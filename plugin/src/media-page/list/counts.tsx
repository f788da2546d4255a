import { __, _n, sprintf } from '@wordpress/i18n';
import { formatNumber } from '../../common/format.ts';
import type { ImageState } from '../../common/batches-api.ts';
import type { ImageCounts } from '../../common/images-api.ts';
import { imageStates, withFilters, type Filters } from '../filters.ts';

interface Props {
  counts: ImageCounts;
  filters: Filters;
  onChange: (filters: Filters) => void;
}

/** "1,204 images | 318 missing | …", each a link to those images. */
export function Counts({ counts, filters, onChange }: Props) {
  const links = [
    { state: '' as const, text: countText('', counts.images) },
    ...imageStates.map((state) => ({ state, text: countText(state, counts[state]) })),
  ];
  return (
    <nav aria-label={__('Images by their alt text', 'altscribe')}>
      <ul className="subsubsub altscribe-counts">
        {links.map(({ state, text }, index) => (
          <li key={state}>
            <a
              href={withFilters(window.location.search, { ...filters, state })}
              className={state === filters.state ? 'current' : undefined}
              aria-current={state === filters.state ? 'page' : undefined}
              onClick={(event) => {
                if (!event.metaKey && !event.ctrlKey && !event.shiftKey) {
                  event.preventDefault();
                  onChange({ ...filters, state });
                }
              }}
            >
              {text}
            </a>
            {index < links.length - 1 && ' |'}
          </li>
        ))}
      </ul>
      <Languages counts={counts} />
    </nav>
  );
}

/** The same for each language of a site that has several. */
function Languages({ counts: { languages } }: { counts: ImageCounts }) {
  if (languages.length === 0) {
    return null;
  }
  return (
    <ul className="altscribe-languages">
      {languages.map(({ language, name, images, missing, check }) => (
        <li key={language}>
          <strong>{name}</strong>{' '}
          {[countText('', images), countText('missing', missing), countText('check', check)].join(
            ' · ',
          )}
        </li>
      ))}
    </ul>
  );
}

function countText(state: ImageState | '', count: number): string {
  const shown = formatNumber(count);
  switch (state) {
    case '':
      /* translators: %s: number of images. */
      return sprintf(_n('%s image', '%s images', count, 'altscribe'), shown);
    case 'missing':
      /* translators: %s: number of images without alt text. */
      return sprintf(_n('%s missing', '%s missing', count, 'altscribe'), shown);
    case 'check':
      /* translators: %s: number of images. */
      return sprintf(_n('%s needs a check', '%s need a check', count, 'altscribe'), shown);
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

import { speak } from '@wordpress/a11y';
import { Button, MenuItem, Spinner } from '@wordpress/components';
import { useDispatch, useRegistry, useSelect } from '@wordpress/data';
import { __, sprintf } from '@wordpress/i18n';
import {
  AccessibleButton,
  createWatch,
  focusRequestStore,
  formatNumber,
  hasControls,
  ImageNoticeText,
  imageStores,
  placeOf,
  store,
  targetKey,
  useBlockingError,
  useProgressLabel,
  useWatched,
  watchImages,
} from '../main.tsx';
import type { ImageReview } from '../hooks/use-reviews.ts';
import type { EditorImage } from '../post/editor-image.ts';
import type { StoredLong } from '../store/state.ts';
import {
  addLongDescription,
  findDetails,
  insertDetails,
  lockedNotice,
  progressStore,
  selectDetails,
  type Progress,
} from './add-long-description.ts';

/** The Details blocks below the images of the post, by `targetKey`, as JSON. */
const watchDetails = createWatch(
  imageStores,
  (registry) => () =>
    JSON.stringify(
      Object.fromEntries(
        watchImages(registry)
          .get()
          .map((image) => [targetKey(image.target), findDetails(registry, image)]),
      ),
    ),
);

function useDetails({ target }: EditorImage): string | null {
  const found = JSON.parse(useWatched(watchDetails)) as Record<string, string | null>;
  return found[targetKey(target)] ?? null;
}

/** True for an image of the post that can get a long description below it. */
function canDescribe(image: EditorImage): boolean {
  return hasControls(image) && image.target.type !== 'attachment';
}

function useProgress({ target }: EditorImage): Progress {
  return useSelect((select) => select(progressStore).getProgress(targetKey(target)), [target]);
}

/** A long description that waits for its image; null if there is none. */
function useStoredLong(image: EditorImage): StoredLong | null {
  return useSelect(
    (select, registry) => {
      const stored = select(store).getLong();
      const place = stored.length === 0 ? '' : placeOf(registry, image);
      return stored.find(({ row }) => row.place === place && place !== '') ?? null;
    },
    [image],
  );
}

interface ItemProps {
  image: EditorImage;
  /** The menu is that of the image's row. */
  isInRow?: boolean;
  onClose: () => void;
}

/** "Add a long description" in the menu of a row or block. */
export function LongDescriptionItem({ image, isInRow = false, onClose }: ItemProps) {
  const registry = useRegistry();
  const blockingError = useBlockingError();
  const details = useDetails(image);
  const progress = useProgressLabel(useProgress(image).startedAt);
  if (!canDescribe(image)) {
    return null;
  }
  const uploading =
    image.state === 'uploading' ? __('Wait until the image is uploaded.', 'altscribe') : null;
  const exists =
    details === null
      ? null
      : __('There is already a long description below this image.', 'altscribe');
  const reason = progress ?? exists ?? uploading ?? blockingError?.message ?? null;
  return (
    <MenuItem
      info={reason ?? __('For charts, maps and diagrams. One credit.', 'altscribe')}
      // With `disabled`, keyboard users could not read the reason.
      aria-disabled={reason !== null}
      onClick={() => {
        if (reason === null) {
          onClose();
          void addLongDescription(registry, image.target, isInRow);
        }
      }}
    >
      {__('Add a long description', 'altscribe')}
    </MenuItem>
  );
}

interface LongProps {
  review: ImageReview;
  /** False: a line, which says only what the user can do. */
  isOpen: boolean;
}

/**
 * The part of a row about the long description of its image: that there is one, its progress, one
 * that waits, or an offer for a complex image and for alt text that is too long.
 */
export function LongDescription({ review, isOpen }: LongProps) {
  // Not for a featured image, which is not in the post.
  return canDescribe(review.image) ? <Described review={review} isOpen={isOpen} /> : null;
}

function Described({ review: { image, findings, need }, isOpen }: LongProps) {
  const registry = useRegistry();
  const details = useDetails(image);
  const { startedAt, notice } = useProgress(image);
  const stored = useStoredLong(image);
  const isComplex = useSelect((select) => select(store).isComplex(image), [image]);
  const progress = useProgressLabel(startedAt);
  if (details !== null) {
    return (
      <p className="altscribe-long" hidden={!isOpen}>
        {__('A long description is below the image.', 'altscribe')}{' '}
        <Button
          variant="link"
          aria-label={sprintf(
            /* translators: %s: number of an image. The name must begin with the translation of "Show it". */ __(
              'Show it: the long description of image %s',
              'altscribe',
            ),
            formatNumber(image.number),
          )}
          onClick={() => {
            selectDetails(registry, details);
          }}
        >
          {__('Show it', 'altscribe')}
        </Button>
      </p>
    );
  }
  if (stored && progress === null) {
    return <Stored image={image} stored={stored} />;
  }
  const add = () => void addLongDescription(registry, image.target, true);
  const isLong = (findings ?? []).some((one) => one === 'long' || one === 'too-long');
  // One decision after the other.
  const isNext = isComplex && need !== 'review';
  const isWanted = isNext || progress !== null || notice !== null;
  const isOffered = isWanted || isComplex || isLong;
  return isOffered ? (
    <div className="altscribe-long" hidden={!isOpen && !isWanted}>
      {notice === null && (
        <p hidden={!isOpen}>
          {isComplex
            ? __('A chart, diagram, map or table needs more than one sentence.', 'altscribe')
            : __('Details fit better into a long description below the image.', 'altscribe')}
        </p>
      )}
      {notice && <ImageNoticeText notice={notice} image={image} onRetry={add} />}
      <Offer image={image} progress={progress} onAdd={add} />
    </div>
  ) : null;
}

interface OfferProps {
  image: EditorImage;
  /** "Generating…"; null without a request. */
  progress: string | null;
  onAdd: () => void;
}

/** One element in all states, so it keeps the focus. */
function Offer({ image, progress, onAdd }: OfferProps) {
  const blockingError = useBlockingError();
  return (
    <span className="altscribe-actions">
      <AccessibleButton
        variant="link"
        disabledReason={progress ?? blockingError?.message ?? null}
        name={
          progress === null
            ? sprintf(
                /* translators: %s: number of an image. The name must begin with the translation of "Add a long description". */ __(
                  'Add a long description of image %s',
                  'altscribe',
                ),
                formatNumber(image.number),
              )
            : undefined
        }
        onClick={onAdd}
      >
        {progress !== null && <Spinner />}
        {progress ?? __('Add a long description', 'altscribe')}
      </AccessibleButton>{' '}
      {progress === null && <span className="altscribe-note">{__('1 credit', 'altscribe')}</span>}
    </span>
  );
}

/** A text that was generated while the image was not in the editor. */
function Stored({ image, stored }: { image: EditorImage; stored: StoredLong }) {
  const registry = useRegistry();
  const { discardLong } = useDispatch(store);
  const { setProgress } = useDispatch(progressStore);
  const { requestFocus } = useDispatch(focusRequestStore);
  const insert = () => {
    if (!insertDetails(registry, image, stored.details, true)) {
      void setProgress(targetKey(image.target), { startedAt: null, notice: lockedNotice() });
    }
  };
  const discard = () => {
    void requestFocus(targetKey(image.target));
    void discardLong(stored);
    speak(__('Long description rejected.', 'altscribe'));
  };
  return (
    <div className="altscribe-long">
      <p>{__('A long description is ready:', 'altscribe')}</p>
      <div
        className="altscribe-long__text"
        dir="auto"
        role="region"
        tabIndex={0}
        aria-label={__('Long description', 'altscribe')}
      >
        {stored.text}
      </div>
      <span className="altscribe-actions">
        <Button variant="secondary" size="compact" onClick={insert}>
          {__('Insert below the image', 'altscribe')}
        </Button>
        <Button variant="link" onClick={discard}>
          {__('Reject', 'altscribe')}
        </Button>
      </span>
    </div>
  );
}

import { speak } from '@wordpress/a11y';
import { store as blockEditorStore } from '@wordpress/block-editor';
import { Button, ExternalLink, Notice, PanelBody } from '@wordpress/components';
import { store as coreStore } from '@wordpress/core-data';
import { type DataRegistry, useRegistry, useSelect } from '@wordpress/data';
import { store as editorStore } from '@wordpress/editor';
import { useEffect, useLayoutEffect, useRef, useState } from '@wordpress/element';
import { __, _n, sprintf } from '@wordpress/i18n';
import { formatNumber } from '../main.tsx';
import type { RenderedImages, Result } from '../../common/api.ts';
import type { EditorImage, Lock } from '../post/editor-image.ts';
import {
  type ListedImage,
  type UneditedGroup,
  findInvalid,
  findPlace,
  findUnedited,
  groupUnedited,
  isBlockRegistered,
  readPageSignature,
  titleOfBlock,
} from '../post/unedited-images.ts';

/** The images that visitors see but that cannot be edited here. Loaded when the sidebar opens. */

/** After a change, the post is compared again after this many milliseconds. */
const pause = 1_500;

type Load = (content: string) => Promise<Result<RenderedImages>>;

/** The images of the page, and those of the list at that time; null until they are known. */
type Comparison = RenderedImages & { listed: EditorImage[] };

interface UneditedProps {
  /** The images in the list. */
  images: EditorImage[];
  load: Load;
  /** Moves the focus to the button for a run, if there is one. */
  focus: () => void;
}

export function Unedited({ images, load, focus }: UneditedProps) {
  const registry = useRegistry();
  const { comparison, retry } = useComparison(images, load);
  const message = useRef<HTMLParagraphElement>(null);
  const hasRetried = useRef(false);
  useLayoutEffect(() => {
    if (comparison !== 'failed' && hasRetried.current) {
      hasRetried.current = false;
      // The button has disappeared with its message.
      if (document.activeElement === document.body) {
        focus();
        message.current?.focus();
      }
    }
  }, [comparison, focus]);
  const showIfEmpty = (text: string) =>
    images.length === 0 ? (
      <PanelBody>
        <p ref={message} tabIndex={-1}>
          {text}
        </p>
      </PanelBody>
    ) : null;
  if (comparison === null) {
    return showIfEmpty(__('Looking for images…', 'altscribe'));
  }
  if (comparison === 'failed') {
    return (
      <PanelBody>
        <Notice status="warning" isDismissible={false}>
          {failedText()}{' '}
          <Button
            variant="link"
            onClick={() => {
              hasRetried.current = true;
              retry();
            }}
          >
            {__('Try again', 'altscribe')}
          </Button>
        </Notice>
      </PanelBody>
    );
  }
  const unedited = findUnedited(comparison.images, listImages(registry, images, comparison.listed));
  if (unedited.length === 0) {
    return showIfEmpty(__('This post has no images yet.', 'altscribe'));
  }
  const groups = groupUnedited(unedited, {
    isRegistered: isBlockRegistered,
    isInvalid: (name) => findInvalid(registry, name) !== undefined,
  });
  return (
    <PanelBody
      title={sprintf(
        /* translators: %s: number of images. */
        __('Can’t be edited here (%s)', 'altscribe'),
        formatNumber(unedited.length),
      )}
    >
      <ul className="altscribe-unedited">
        {groups.map((group) => (
          <Group
            key={`${group.cause} ${group.place}`}
            group={group}
            plugin={comparison.plugins[group.place.split('/')[0] ?? '']}
          />
        ))}
      </ul>
    </PanelBody>
  );
}

function failedText(): string {
  return __('Couldn’t check which images visitors see in this post.', 'altscribe');
}

/** Compares the list with the page, again after changes that may matter, and on request. */
function useComparison(images: EditorImage[], load: Load) {
  const registry = useRegistry();
  const [comparison, setComparison] = useState<Comparison | 'failed' | null>(null);
  const listed = useRef(images);
  listed.current = images;
  const retry = useRef(() => {});
  useEffect(() => {
    let last: string | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isActive = true;
    const compare = async (isRetry = false) => {
      const now = readPageSignature(registry);
      if (now === last) {
        return;
      }
      last = now;
      const before = listed.current;
      const content = registry.select(editorStore).getEditedPostContent() as string;
      const result = await load(content);
      if (isActive && now === last) {
        setComparison(result.ok ? { ...result.value, listed: before } : 'failed');
        // After an error, the next change compares again.
        last = result.ok ? last : undefined;
        if (isRetry && !result.ok) {
          speak(failedText(), 'assertive');
        }
      }
    };
    retry.current = () => void compare(true);
    const plan = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        if (registry.select(blockEditorStore).isTyping()) {
          plan();
        } else {
          void compare();
        }
      }, pause);
    };
    void compare();
    const unsubscribe = registry.subscribe(plan, blockEditorStore);
    return () => {
      isActive = false;
      clearTimeout(timer);
      unsubscribe();
    };
  }, [registry, load]);
  return {
    comparison,
    retry: () => {
      retry.current();
    },
  };
}

/**
 * The images of the list, including those removed since the comparison: they are still among the
 * rendered ones.
 */
function listImages(
  registry: DataRegistry,
  images: readonly EditorImage[],
  before: readonly EditorImage[],
): ListedImage[] {
  const keys = new Set(images.map(({ target }) => JSON.stringify(target)));
  const removed = before.filter(({ target }) => !keys.has(JSON.stringify(target)));
  const { getBlockName } = registry.select(blockEditorStore);
  return [...images, ...removed].map(({ url, attachmentId, target, isReadOnly, state }) => ({
    url,
    attachmentId,
    block: target.type === 'attachment' ? null : getBlockName(target.clientId),
    isRepeated: isReadOnly || target.type === 'attachment' || state === 'pointer',
  }));
}

interface GroupProps {
  group: UneditedGroup;
  /** The plugin of its block, if it is not active. */
  plugin: { name: string; url: string } | undefined;
}

/** "3 images in “Latest Posts” can’t be edited here.", with the reason and the next step. */
function Group({ group, plugin }: GroupProps) {
  const registry = useRegistry();
  const { cause, place, missing, attachmentIds } = group;
  const title = titleOfBlock(place);
  const clientId = findPlace(registry, group);
  const [attachmentId] = attachmentIds;
  return (
    <li>
      <p>{countText(group, title)}</p>
      <p className="altscribe-note">
        {reasonText(group, plugin)}
        {missing > 0 && ` ${missingText(missing)}`}
      </p>
      <div className="altscribe-actions">
        {clientId !== undefined && (
          <Button
            variant="link"
            aria-label={sprintf(
              /* translators: %s: name of a block. The name must begin with the translation of "Show in post". */
              __('Show in post: %s', 'altscribe'),
              title,
            )}
            onClick={() => {
              void registry.dispatch(blockEditorStore).selectBlock(clientId);
            }}
          >
            {__('Show in post', 'altscribe')}
          </Button>
        )}
        {cause === 'inactive' && plugin && (
          <ExternalLink href={plugin.url}>
            {sprintf(
              /* translators: %s: name of a plugin. */
              __('Activate %s', 'altscribe'),
              plugin.name,
            )}
          </ExternalLink>
        )}
        <EditOriginal clientId={clientId} name={title} />
        {usesLibrary(group) && (
          <ExternalLink
            href={
              attachmentIds.length === 1 ? `upload.php?item=${String(attachmentId)}` : 'upload.php'
            }
          >
            {__('Open media library', 'altscribe')}
          </ExternalLink>
        )}
      </div>
    </li>
  );
}

interface LockNoteProps extends EditOriginalProps {
  lock: EditorImage['lock'];
}

/** Why the alt text of an image in the list cannot be edited here, and where it can. */
export function LockNote({ lock, ...block }: LockNoteProps) {
  return (
    <>
      {lock && <span className="altscribe-note">{lockMessage(lock)}</span>}
      {lock === 'pattern' && <EditOriginal {...block} />}
    </>
  );
}

function lockMessage(lock: Lock): string {
  switch (lock) {
    case 'binding':
      return __('The alt text is connected to dynamic data. Change it there.', 'altscribe');
    case 'pattern':
      return __('Part of a synced pattern. Edit the pattern to change it.', 'altscribe');
    case 'query':
      return __(
        'Repeated for each post in a query. Select it to change its alt text.',
        'altscribe',
      );
    case 'attachment':
      return __('You are not allowed to edit this file in the media library.', 'altscribe');
    case 'template':
      return __('Part of the template. It cannot be edited here.', 'altscribe');
  }
}

interface EditOriginalProps {
  /** A block in the pattern. */
  clientId: string | undefined;
  /** For screen readers: the content of the pattern. */
  name: string;
}

/** Opens the synced pattern around a block, like the button in WordPress's toolbar. */
function EditOriginal({ clientId, name }: EditOriginalProps) {
  const registry = useRegistry();
  const pattern = useSelect(
    (select) => {
      const { getBlockAttributes, getBlockName, getBlockParents, getSettings } =
        select(blockEditorStore);
      const blocks = clientId === undefined ? [] : [...getBlockParents(clientId), clientId];
      const block = blocks.reverse().find((one) => getBlockName(one) === 'core/block');
      const id = getBlockAttributes(block ?? '')?.ref;
      const { onNavigateToEntityRecord: navigate } = getSettings();
      if (typeof id !== 'number' || !navigate) {
        return null;
      }
      const mayEdit = select(coreStore).canUser('update', {
        kind: 'postType',
        name: 'wp_block',
        id,
      });
      return mayEdit ? id : null;
    },
    [clientId],
  );
  return (
    pattern !== null && (
      <Button
        variant="link"
        aria-label={sprintf(
          /* translators: %s: name of an image or a block. The name must begin with the translation of "Edit original". */
          __('Edit original: %s', 'altscribe'),
          name,
        )}
        onClick={() => {
          const { onNavigateToEntityRecord } = registry.select(blockEditorStore).getSettings();
          onNavigateToEntityRecord?.({ postId: pattern, postType: 'wp_block' });
        }}
      >
        {__('Edit original', 'altscribe')}
      </Button>
    )
  );
}

/** Blocks and shortcodes print the media library's text, unless their image is from elsewhere. */
function usesLibrary({ cause, attachmentIds }: UneditedGroup): boolean {
  return (cause === 'block' || cause === 'shortcode') && attachmentIds.length > 0;
}

function countText({ cause, count }: UneditedGroup, title: string): string {
  const shown = formatNumber(count);
  if (cause === 'added') {
    return sprintf(
      /* translators: %s: number of images. */
      _n('%s image can’t be edited here.', '%s images can’t be edited here.', count, 'altscribe'),
      shown,
    );
  }
  return sprintf(
    /* translators: 1: number of images, 2: name of a block, or a shortcode. */
    _n(
      '%1$s image in “%2$s” can’t be edited here.',
      '%1$s images in “%2$s” can’t be edited here.',
      count,
      'altscribe',
    ),
    shown,
    title,
  );
}

function reasonText(group: UneditedGroup, plugin: GroupProps['plugin']): string {
  switch (group.cause) {
    case 'inactive':
      return inactiveText(plugin);
    case 'pattern':
      return lockMessage('pattern');
    case 'invalid':
      return __(
        'The editor could not read the block. Select “Attempt recovery” in it, or edit it as HTML.',
        'altscribe',
      );
    case 'block':
      return usesLibrary(group)
        ? __(
            'The block creates its images when the page is shown, with alt text from the media library.',
            'altscribe',
          )
        : __('The block creates its images when the page is shown.', 'altscribe');
    case 'shortcode':
      return usesLibrary(group)
        ? __(
            'The shortcode creates its images when the page is shown, with alt text from the media library.',
            'altscribe',
          )
        : __('The shortcode creates its images when the page is shown.', 'altscribe');
    case 'embed':
      return __('They come from another site.', 'altscribe');
    case 'unknown':
      return __('Edit alt text in the settings of the block.', 'altscribe');
    case 'added':
      return __('The theme or a plugin adds them when the page is shown.', 'altscribe');
  }
}

function inactiveText(plugin: GroupProps['plugin']): string {
  return plugin
    ? /* translators: %s: name of a plugin. */
      sprintf(__('The plugin %s is not active.', 'altscribe'), plugin.name)
    : __('The plugin of this block is not active, or the block is switched off.', 'altscribe');
}

function missingText(count: number): string {
  return sprintf(
    /* translators: %s: number of images. */
    _n('%s has no alt text.', '%s have no alt text.', count, 'altscribe'),
    formatNumber(count),
  );
}

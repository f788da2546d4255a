import { Button } from '@wordpress/components';
import { useDispatch, useSelect } from '@wordpress/data';
import { useEffect, useLayoutEffect, useRef } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import type { RefObject } from 'react';
import type { ImageButton } from '../../common/accessible-button.tsx';
import { useWasSeen } from '../../common/keyboard.ts';
import {
  buttonName,
  hasControls,
  isGenerated,
  isUnread,
  store,
  useBlockingError,
} from '../main.tsx';
import type { EditorImage } from '../post/editor-image.ts';

/** A decision that a person can make about the text of an image, with its key. */
export interface Verb {
  button: ImageButton;
  key: string;
  label: string;
  run: () => void;
}

/**
 * The six verbs, as far as they apply, the main action first.
 * @param image  The image that the text is for.
 * @param onOpen Shows the card. `isEdit`: with the focus in its field.
 * @param onDone Moves the focus on. `isRead`: the text was only marked as read.
 */
export function useVerbs(
  image: EditorImage,
  onOpen: (isEdit: boolean) => void,
  onDone: (isRead?: boolean) => void,
): Verb[] {
  const { target, state, decorative } = image;
  const { suggestion, before, isBusy, isNotRead } = useSelect(
    (select, registry) => {
      const { getRequestState, getSuggestion, getTextBefore } = select(store);
      return {
        suggestion: getSuggestion(image),
        before: getTextBefore(image),
        isBusy: getRequestState(target).startedAt !== null,
        isNotRead: isUnread(registry, image),
      };
    },
    [image, target],
  );
  const actions = useDispatch(store);
  const isBlocked = useBlockingError() !== null || isBusy;
  const isSuggested = isGenerated(suggestion);
  const text = isSuggested ? (suggestion?.text.trim() ?? '') : '';
  const canEdit = hasControls(image) && (suggestion === null || isSuggested);
  const verbs: (Verb | false)[] = [
    (text !== '' || (isNotRead && !isSuggested)) && {
      button: 'apply',
      key: 'a',
      label: __('Accept', 'altscribe'),
      run: () => {
        onDone(!isSuggested);
        void (isSuggested ? actions.applySuggestion(target, text) : actions.markRead(target));
      },
    },
    canEdit && {
      button: 'edit',
      key: 'e',
      label: __('Edit', 'altscribe'),
      run: () => {
        onOpen(true);
        if (!isSuggested) {
          void actions.editAltText(target);
        }
      },
    },
    canEdit &&
      !isBlocked &&
      (isSuggested || state === 'has-alt') && {
        button: 'rewrite',
        key: 'r',
        label: __('Rewrite', 'altscribe'),
        run: () => {
          onOpen(false);
          const { textLength, hint } = suggestion ?? {};
          void actions.generate(target, { textLength, hint });
        },
      },
    (isSuggested || (isNotRead && before !== null)) && {
      button: 'dismiss',
      key: 'x',
      label: __('Reject', 'altscribe'),
      run: () => {
        onDone();
        if (!isSuggested) {
          void actions.restoreTextBefore(target);
        }
        // Its text is no longer in the post, so the suggestion waits again.
        void actions.dismissSuggestion(target);
      },
    },
    decorative.can &&
      state !== 'decorative' && {
        button: 'decorative',
        key: 'd',
        label: __('Decorative', 'altscribe'),
        run: () => {
          onDone();
          void actions.markDecorative(target);
        },
      },
    (isSuggested || isNotRead) && {
      button: 'skip',
      key: 's',
      label: __('Skip', 'altscribe'),
      run: () => {
        onDone();
      },
    },
  ];
  const found = verbs.filter((verb) => verb !== false);
  const isDecorative =
    suggestion?.verdict === 'decorative' && suggestion.text === suggestion.generated;
  return isDecorative
    ? [...found.filter(({ key }) => key === 'd'), ...found.filter(({ key }) => key !== 'd')]
    : found;
}

/**
 * The keys of the verbs, while the focus is in the box and not in a field.
 * @param box   A row, or the settings of a block.
 * @param verbs As they apply now.
 * @param shown The text that the user decides about: a key only counts once the user has seen it.
 */
export function useKeys(
  box: RefObject<HTMLElement | null>,
  verbs: readonly Verb[],
  shown: string,
): void {
  const wasSeen = useWasSeen(shown);
  const latest = useRef(verbs);
  useLayoutEffect(() => {
    latest.current = verbs;
  });
  useEffect(() => {
    const { current } = box;
    const listen = (event: KeyboardEvent) => {
      const { target, key, ctrlKey, metaKey, altKey, repeat } = event;
      const isTyped = target instanceof Element && target.matches('input, textarea, select');
      const verb = latest.current.find((one) => one.key === key);
      if (verb && !ctrlKey && !metaKey && !altKey && !repeat && !isTyped && wasSeen()) {
        // Otherwise the letter would be typed into the field that gets the focus.
        event.preventDefault();
        verb.run();
      }
    };
    current?.addEventListener('keydown', listen);
    return () => {
      current?.removeEventListener('keydown', listen);
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `wasSeen` only reads a ref
  }, [box]);
}

interface VerbsProps {
  image: EditorImage;
  /** In the settings of a block, which have a field of their own for the text. */
  isWide: boolean;
  /** Which verbs to show, by their keys, because Rewrite is between them. Those with "a" listen to all keys. */
  keys: string;
  onDone: (isRead?: boolean) => void;
}

/** The verbs as buttons below a text that is live, and the keys of the settings of a block. */
export function Verbs({ image, isWide, keys, onDone }: VerbsProps) {
  const anchor = useRef<HTMLSpanElement>(null);
  const box = useRef<HTMLElement | null>(null);
  const listens = keys.includes('a');
  useLayoutEffect(() => {
    // A row has keys of its own.
    const own = listens ? anchor.current : null;
    box.current = own?.closest<HTMLElement>('.altscribe-inspector') ?? null;
  }, [listens]);
  const all = useVerbs(
    image,
    (isEdit) => {
      // The pressed button disappears.
      const place = anchor.current?.closest('.altscribe-image');
      const isInspector = place?.matches('.altscribe-inspector');
      const wanted = isEdit && isInspector ? 'textarea' : '.altscribe-image__toggle';
      place?.querySelector<HTMLElement>(wanted)?.focus();
    },
    onDone,
  );
  const suggestion = useSelect((select) => select(store).getSuggestion(image), [image]);
  const verbs = isWide && suggestion === null ? all.filter(({ key }) => key !== 'e') : all;
  useKeys(box, verbs, suggestion?.generated ?? image.alt);
  return (
    <>
      <span ref={anchor} hidden />
      {verbs
        .filter(({ key }) => keys.includes(key))
        .map(({ button, key, label, run }) => (
          <Button
            key={key}
            variant="link"
            aria-label={buttonName(button, image)}
            aria-keyshortcuts={key.toUpperCase()}
            onClick={run}
          >
            {label}
          </Button>
        ))}
    </>
  );
}

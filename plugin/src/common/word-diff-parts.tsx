import { VisuallyHidden } from '@wordpress/components';
import { __ } from '@wordpress/i18n';
import { type ChangeObject, diffArrays } from 'diff';

interface Props {
  before: string;
  after: string;
}

/**
 * See `WordDiff`. Few screen readers announce struck-through or underlined text, so hidden words
 * do.
 */
export function WordDiffParts({ before, after }: Props) {
  const parts = diffWords(before, after);
  if (parts.length === 0 || before === after) {
    return null;
  }
  return (
    <p className="altscribe-diff" dir="auto">
      <Spoken>{__('Changes:', 'altscribe')}</Spoken>
      {parts.map((part, index) => (
        <Part key={index} {...part} />
      ))}
    </p>
  );
}

function Part({ added, removed, value }: ReturnType<typeof diffWords>[number]) {
  const text = value.join('');
  if (added) {
    return (
      <ins>
        <Spoken>{__('added:', 'altscribe')}</Spoken>
        {text}
      </ins>
    );
  }
  return removed ? (
    <del>
      <Spoken>{__('removed:', 'altscribe')}</Spoken>
      {text}
    </del>
  ) : (
    text
  );
}

/** Text for screen readers only. */
function Spoken({ children }: { children: string }) {
  return <VisuallyHidden as="span">{` ${children} `}</VisuallyHidden>;
}

/**
 * The differences between two texts by word, in the order of the texts. Empty if they share no
 * word, since a comparison would not help then.
 */
export function diffWords(before: string, after: string): ChangeObject<string[]>[] {
  const parts = diffArrays(wordsOf(before), wordsOf(after));
  const isAlike = parts.some(
    ({ added, removed, value }) => !added && !removed && /[\p{L}\p{N}]/u.test(value.join('')),
  );
  return isAlike ? parts : [];
}

/** Words and the characters between them, in any language. */
function wordsOf(text: string): string[] {
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

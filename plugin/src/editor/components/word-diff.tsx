import { diffArrays, type ChangeObject } from 'diff';
import { __ } from '@wordpress/i18n';

interface Props {
  before: string;
  after: string;
}

/**
 * The differences of two texts by word: taken out ones are struck through, new ones underlined.
 * Nothing if they share no word, since then one says no more than the other.
 */
export function WordDiff({ before, after }: Props) {
  const parts = diffArrays(wordsOf(before), wordsOf(after));
  const isAlike = parts.some(
    ({ added, removed, value }) => !added && !removed && /[\p{L}\p{N}]/u.test(value.join('')),
  );
  if (!isAlike || before === after) {
    return null;
  }
  return (
    <p className="altscribe-diff" dir="auto" aria-label={__('Changes', 'altscribe')}>
      {parts.map((part, index) => (
        <Part key={index} {...part} />
      ))}
    </p>
  );
}

/** Words, and what stands between them, in any language. */
function wordsOf(text: string): string[] {
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

function Part({ added, removed, value }: ChangeObject<string[]>) {
  const text = value.join('');
  if (added) {
    return <ins>{text}</ins>;
  }
  return removed ? <del>{text}</del> : text;
}

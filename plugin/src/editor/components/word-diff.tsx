import { diffWords, type ChangeObject } from 'diff';
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
  const intlSegmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
  const parts = diffWords(before, after, { intlSegmenter });
  const isAlike = parts.some(
    ({ added, removed, value }) => !added && !removed && /\w/u.test(value),
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

function Part({ added, removed, value }: ChangeObject<string>) {
  if (added) {
    return <ins>{value}</ins>;
  }
  return removed ? <del>{value}</del> : value;
}

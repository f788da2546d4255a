/** With the modifier `u`, PHP's `\w`, `\d` and `\b` cover all of Unicode; JavaScript's only cover ASCII. */
const classes: Readonly<Record<string, { alone: string; inClass: string }>> = {
  w: { alone: '[A-Za-z0-9_]', inClass: 'A-Za-z0-9_' },
  d: { alone: '[0-9]', inClass: '0-9' },
  // The texts contain no other white space when they are checked.
  s: { alone: '[ ]', inClass: ' ' },
  S: { alone: '[^ ]', inClass: '' },
  b: {
    alone: '(?:(?<![A-Za-z0-9_])(?=[A-Za-z0-9_])|(?<=[A-Za-z0-9_])(?![A-Za-z0-9_]))',
    inClass: '',
  },
};

/**
 * Converts a JavaScript pattern for PHP, for texts whose only white space is the space. The flag
 * `g` is dropped: in PHP, the function decides whether to match all occurrences.
 */
export function toPcre({ source, ignoreCase, dotAll }: RegExp): string {
  let isInClass = false;
  const pattern = source.replaceAll(
    /\\(p\{Script=|u[\dA-Fa-f]{4}|.)|[[\]~]/gu,
    (token, escaped?: string) => {
      if (token === '[') isInClass = true;
      if (token === ']') isInClass = false;
      if (token === '~' || token === '\\/') return token === '~' ? '\\~' : '/';
      if (escaped === 'p{Script=') return '\\p{';
      if (escaped?.startsWith('u')) return `\\x{${escaped.slice(1)}}`;
      const known = classes[escaped ?? ''];
      return known ? (isInClass ? known.inClass : known.alone) : token;
    },
  );
  return `~${pattern}~${ignoreCase ? 'i' : ''}${dotAll ? 's' : ''}uD`;
}

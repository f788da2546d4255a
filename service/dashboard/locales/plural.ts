/**
 * Makes a function that says a number of things in a language.
 * @param one with `#` where the number stands
 * @param other the same for every other number: English and German have these two forms
 */
export function plural(locale: string, one: string, other: string): (count: number) => string {
  const rules = new Intl.PluralRules(locale);
  const numbers = new Intl.NumberFormat(locale);
  return (count) =>
    (rules.select(count) === 'one' ? one : other).replace('#', () => numbers.format(count));
}

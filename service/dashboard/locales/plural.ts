/**
 * Makes a function that formats a count. English and German have two plural forms.
 * @param one the singular, with `#` for the number
 * @param other the plural, with `#` for the number
 */
export function plural(locale: string, one: string, other: string): (count: number) => string {
  const rules = new Intl.PluralRules(locale);
  const numbers = new Intl.NumberFormat(locale);
  return (count) =>
    (rules.select(count) === 'one' ? one : other).replace('#', () => numbers.format(count));
}

import { usePageContext } from './page-context.ts';

/** A number, as people of the page's language write it. */
export function FormattedNumber({ value }: { readonly value: number }) {
  return <>{usePageContext().formats.number(value)}</>;
}

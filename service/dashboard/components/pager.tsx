import { useTexts } from './page-context.ts';

interface PagerProps {
  /** The address of the newest page; absent on that page itself. */
  readonly newest?: string | undefined;
  /** The address of the next older page, where there is one. */
  readonly older?: string | undefined;
  /** Whether the list is sorted by name, so that nothing in it is newer or older. */
  readonly isByName?: boolean;
}

/** Leads through a list, newest first. */
export function Pager({ newest, older, isByName = false }: PagerProps) {
  const { pager } = useTexts();
  if (!newest && !older) return null;
  return (
    <nav class="pager" aria-label={pager.label}>
      {newest && <a href={newest}>{isByName ? pager.first : pager.newest}</a>}
      {older && (
        <a href={older} rel="next">
          {isByName ? pager.next : pager.older}
        </a>
      )}
    </nav>
  );
}

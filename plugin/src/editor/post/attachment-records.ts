import { store as coreStore } from '@wordpress/core-data';
import type { DataRegistry } from '@wordpress/data';
import type { TranslatedText } from '../../../../shared/alt-text/checks.ts';

/** A record, as far as it matters here. `raw` values, as the context "edit" and edits have them. */
export interface AttachmentRecord {
  alt_text?: string;
  source_url?: string;
  /** A field that PHP registers. */
  altscribe_text_language?: string;
  /** A field that PHP registers, on sites with translations. */
  altscribe_older_texts?: readonly TranslatedText[];
  meta?: Record<string, unknown>;
  media_details?: { file?: string; sizes?: Record<string, { source_url?: string } | undefined> };
}

export const kind = 'postType';
export const name = 'attachment';

type Query = [selector: 'getEntityRecord' | 'getMedia', args: unknown[]];

/** How WordPress itself asks for attachments, in its versions; the first is the one that is edited. */
export const queries = (id: number): Query[] => [
  ['getEntityRecord', [kind, name, id]],
  ['getEntityRecord', [kind, name, id, { context: 'view' }]],
  ['getMedia', [id, { context: 'view' }]],
];

/** The record, if WordPress has loaded it: a selector that has its result asks for nothing. */
export function findLoaded(registry: DataRegistry, id: number): AttachmentRecord | undefined {
  const selectors = registry.select(coreStore) as unknown as Selectors;
  for (const [selector, args] of listFinished(registry, selectors, id)) {
    const record = selectors[selector](...args);
    if (record) {
      return record;
    }
  }
  return undefined;
}

type Selectors = Record<Query[0], (...args: unknown[]) => AttachmentRecord | undefined> & {
  hasFinishedResolution: (...query: Query) => boolean;
  /** What was asked for, by selector: another object after every request and response. */
  getCachedResolvers: () => Partial<Record<Query[0], object>>;
};

interface Finished {
  /** What was asked for when they were found. */
  resolvers: ReturnType<Selectors['getCachedResolvers']>;
  queries: Map<number, Query[]>;
}

/** The finished queries of each attachment, until WordPress asks for something: looking takes long. */
const finished = new WeakMap<DataRegistry, Finished>();

function listFinished(registry: DataRegistry, selectors: Selectors, id: number): Query[] {
  const resolvers = selectors.getCachedResolvers();
  const last = finished.get(registry);
  const isCurrent =
    last?.resolvers.getEntityRecord === resolvers.getEntityRecord &&
    last?.resolvers.getMedia === resolvers.getMedia;
  const known = last && isCurrent ? last : { resolvers, queries: new Map<number, Query[]>() };
  const listed =
    known.queries.get(id) ??
    queries(id).filter((query) => selectors.hasFinishedResolution(...query));
  known.queries.set(id, listed);
  finished.set(registry, known);
  return listed;
}

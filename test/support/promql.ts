import { parser } from '@prometheus-io/lezer-promql';

/** A condition on a label: `status=~"5.."`. */
export interface Matcher {
  readonly label: string;
  readonly operator: string;
  readonly value: string;
}

/** The metrics that a query reads. */
export interface QueryParts {
  readonly selectors: readonly { readonly metric: string; readonly matchers: Matcher[] }[];
  /** The labels by which it groups. */
  readonly groupings: readonly string[];
}

/**
 * Reads which metrics and labels a PromQL query uses.
 *
 * @throws Error if it is not PromQL.
 */
export function parseQuery(query: string): QueryParts {
  const selectors: { metric: string; matchers: Matcher[] }[] = [];
  const groupings: string[] = [];
  parser.parse(query).iterate({
    enter({ type, from, to, node }) {
      const text = query.slice(from, to);
      if (type.isError) throw new Error(`No PromQL: ${query}`);
      if (type.name === 'VectorSelector') {
        selectors.push({ metric: /^\w*/.exec(text)?.[0] ?? '', matchers: [] });
      }
      if (type.name === 'UnquotedLabelMatcher') {
        const [, label = '', operator = '', value = ''] =
          /^(\w+)\s*(=~|!~|!=|=)\s*"(.*)"$/.exec(text) ?? [];
        selectors.at(-1)?.matchers.push({ label, operator, value });
      }
      if (type.name === 'LabelName' && node.parent?.name === 'GroupingLabels') groupings.push(text);
    },
  });
  return { selectors, groupings };
}

/** One series of a scrape. */
export interface Series {
  readonly metric: string;
  readonly labels: Readonly<Record<string, string>>;
}

/** Reads a scrape of `/metrics`. */
export function parseScrape(text: string): Series[] {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map((line) => {
    const [, metric = '', labels = ''] = /^(\w+)(?:\{(.*)\})? /.exec(line) ?? [];
    const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)];
    return {
      metric,
      labels: Object.fromEntries(pairs.map(([, name = '', value = '']) => [name, value] as const)),
    };
  });
}
